/** What a key of a thing, or each of its elements, may be. */
import type { Ref, Value } from "../facts.ts";
import { hostMember } from "../hosts.ts";
import { cutOff, isVisiting, returned, type Run, valueThings } from "./evaluate.ts";
import { derived, type Frame, globalThing, keyOf, loosen, OPEN, outsideThing, type Thing } from "./things.ts";

export function member(run: Run, of: Thing, key: Thing, frame: Frame | null): Thing[] {
  if (of.is === "param") return [{ ...derived(of, ""), member: keyOf(key) ?? "" }];
  if (key.is === "param" && of.is !== "object" && of.is !== "list" && of.is !== "entries" && of.is !== "outside") return [OPEN];
  const text = keyOf(key);
  switch (of.is) {
    case "host": {
      if (text === null) return [OPEN];
      const host = hostMember(of.host, text);
      if (host !== null) return [{ is: "host", host }];
      if (of.host === "global") return [globalThing(text)];
      if (typeof of.host === "string") return [{ is: "global", name: `${of.host}.${text}` }];
      if (of.host.door === "astro:env/server" && text === "getSecret") return [outsideThing(of.host.door, text)];
      return of.host.door === "Deno.env" ? [{ is: "global", name: `Deno.env.${text}` }] : [OPEN];
    }
    case "global":
      return text === null ? [OPEN] : [globalThing(`${of.name}.${text}`)];
    case "outside":
      if (text === null) return run.world.keeps?.(of.from, of.name, "made") ? [{ ...of, name: `${of.name}.*` }] : [OPEN];
      return [of.name === "*" ? outsideThing(of.from, text) : { is: "outside", from: of.from, name: `${of.name}.${text}` }];
    case "entries":
      return [{ is: "field", in: of.in, index: of.index, name: text }];
    case "field":
      return [{ is: "accessor", in: of.in, index: of.index, name: of.name, method: text ?? "" }];
    case "module":
      return text === null ? [OPEN] : [...run.world.exportOf(of.path, text)];
    case "object":
    case "list":
      return itemOf(run, of, key, text, frame);
    case "class":
    case "instance":
      return text === null ? [OPEN] : classMember(run, of, text, frame);
    case "pair":
      return text !== null && of.items[Number(text)] ? [...of.items[Number(text)]!] : [OPEN];
    case "items":
      return text !== null && /^\d+$/.test(text) ? [...of.each] : [{ is: "method", of, name: text ?? "" }];
    case "function":
      return text === "bind" || text === "call" || text === "apply" ? [{ is: "method", of, name: text }] : [OPEN];
    default:
      return [OPEN];
  }
}

function itemOf(run: Run, of: (Thing & { is: "object" | "list" }), key: Thing, text: string | null, around: Frame | null): Thing[] {
  const frame = of.made ?? around;
  const value = of.in.values[of.ref]!;
  const loosened = (things: Thing[]) => (of.loose ? things.map(loosen) : things);
  if (value.is === "list") {
    if (text === null) return chosen(loosened(value.items.flatMap((item) => valueThings(run, of.in, item, frame))), key, false);
    const item = /^\d+$/.test(text) && !value.open ? value.items[Number(text)] : undefined;
    return item === undefined ? (/^\d+$/.test(text) ? [OPEN] : [{ is: "method", of, name: text }]) : loosened(valueThings(run, of.in, item, frame));
  }
  if (value.is !== "object") return [OPEN];
  if (text !== null && value.spreads === undefined) {
    const ref = lastField(run, value.fields, text);
    if (ref !== undefined) return loosened(withReturned(run, valueThings(run, of.in, ref, frame), frame));
    return [value.open || of.loose || text in Object.prototype ? OPEN : { is: "plain", value: undefined }];
  }
  const { fields, others } = fieldsOf(run, { ...of, is: "object" }, around);
  if (text === null) return chosen(loosened(fields.flatMap((field) => field.things())), key, others.length > 0);
  const field = fields.findLast(({ name }) => name === text);
  if (field === undefined) return [others.length > 0 || of.loose || text in Object.prototype ? OPEN : { is: "plain", value: undefined }];
  return loosened(withReturned(run, field.things(), frame));
}

/** The field of a name: the last one counts. */
function lastField(run: Run, fields: ObjectValue["fields"], name: string): Ref | undefined {
  if (fields.length <= FEW_FIELDS) return fields.findLast(([field]) => field === name)?.[1];
  const { fieldsByName } = run.world.memory;
  let found = fieldsByName.get(fields);
  if (found === undefined) fieldsByName.set(fields, (found = new Map(fields)));
  return found.get(name);
}

/** Fewer are looked through faster than they are put into a map. */
const FEW_FIELDS = 8;

type ObjectValue = Extract<Value, { is: "object" }>;

export interface Fields {
  readonly fields: readonly { readonly name: string; things(): Thing[] }[];
  /** What stands for those that are not known; empty where all are. */
  readonly others: readonly Thing[];
}

const MAX_SPREADS = 8;

/** The fields of an object, those of what is spread into it among them, as written: the last of a name counts. */
export function fieldsOf(run: Run, of: Thing & { is: "object" }, around: Frame | null, depth = 0): Fields {
  const frame = of.made ?? around;
  const value = of.in.values[of.ref]!;
  if (value.is !== "object") return { fields: [], others: [OPEN] };
  const own = value.fields.map(([name, ref]) => ({ name, things: () => valueThings(run, of.in, ref, frame) }));
  if (value.spreads === undefined || depth >= MAX_SPREADS) return { fields: own, others: value.open ? [OPEN] : [] };
  const fields: Fields["fields"][number][] = [];
  const others: Thing[] = [];
  let done = 0;
  for (const [before, ref] of value.spreads) {
    fields.push(...own.slice(done, before));
    done = before;
    const things = valueThings(run, of.in, ref, frame);
    for (const thing of things) {
      if (thing.is === "object" && !thing.loose) {
        const spread = fieldsOf(run, thing, frame, depth + 1);
        fields.push(...spread.fields);
        others.push(...spread.others);
      } else {
        others.push(thing.is === "param" ? derived(thing, "") : OPEN);
      }
    }
    // Of several that may be spread one is: a field of the others may be missing.
    if (things.length > 1 && !others.some((thing) => thing.is === "param")) others.push(OPEN);
  }
  return { fields: [...fields, ...own.slice(done)], others };
}

/** A key that is not known chooses among all that there is. */
function chosen(all: Thing[], key: Thing, open: boolean): Thing[] {
  if (open || all.length === 0) return [...all, key.is === "param" ? key : OPEN];
  return key.is === "param" ? [...all, { ...derived(key, ""), bounded: true }] : all;
}

function classMember(run: Run, of: (Thing & { is: "class" | "instance" }), name: string, around: Frame | null): Thing[] {
  const frame = of.is === "instance" ? (of.made ?? around) : around;
  const declared = of.in.classes[of.index]!;
  const list = of.is === "class" ? declared.statics : declared.fields;
  const found = list.filter(([field]) => field === name);
  if (found.length > 0) return withReturned(run, found.flatMap(([, value]) => valueThings(run, of.in, value, frame).map((thing) => ofMember(run, thing, frame))), frame);
  if (declared.extends === null) return [OPEN];
  const visit = { file: of.in, ref: of.index, frame: null, name };
  if (isVisiting(run, visit)) return cutOff(run);
  run.visiting.push(visit);
  const parents = valueThings(run, of.in, declared.extends, frame);
  const things = parents.flatMap((parent): Thing[] => {
    if (parent.is === "outside" && run.world.keeps?.(parent.from, parent.name, "made")) return [{ ...parent, name: `${parent.name}().${name}` }];
    return parent.is === "class" ? classMember(run, of.is === "class" ? parent : { is: "instance", in: parent.in, index: parent.index, made: null }, name, frame) : [OPEN];
  });
  run.visiting.pop();
  return things;
}

/** A method knows by `this` what made its object. */
function ofMember(run: Run, thing: Thing, frame: Frame | null): Thing {
  if (thing.is !== "function" || thing.made !== null || frame === null) return thing;
  run.bound = true;
  return { ...thing, made: frame };
}

/** A getter gives what it returns; it stays visible as itself so that link can follow it as a call. */
function withReturned(run: Run, things: Thing[], frame: Frame | null): Thing[] {
  return things.flatMap((thing) => (thing.is === "getter" ? [thing, ...returned(run, thing.in, thing.body, frame)] : [thing]));
}

export function each(run: Run, thing: Thing, keys: boolean, frame: Frame | null): Thing[] {
  switch (thing.is) {
    case "param":
      return [derived(thing, "")];
    case "items":
      return [...thing.each];
    case "pair":
      return thing.items.flat();
    case "object":
    case "list": {
      const value = thing.in.values[thing.ref]!;
      if (thing.is === "object" && keys) {
        const { fields, others } = fieldsOf(run, thing, frame);
        return thing.loose || others.includes(OPEN) ? [OPEN] : [...fields.map(({ name }) => ({ is: "text", text: name }) as const), ...others];
      }
      if (value.is !== "list" || keys) return [OPEN];
      const things = value.items.flatMap((item) => valueThings(run, thing.in, item, thing.made ?? frame));
      return thing.loose ? things.map(loosen) : things;
    }
    default:
      return [OPEN];
  }
}
