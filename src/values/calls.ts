/** What calling a thing gives. */
import type { Ref } from "../facts.ts";
import { cutOff, returned, type Run, valueThings } from "./evaluate.ts";
import { each, fieldsOf } from "./members.ts";
import { derived, type Frame, OPEN, outsideThing, type Tables, type Thing } from "./things.ts";

const MAX_FRAMES = 64;

const SAME_ELEMENTS = new Set(["filter", "slice", "reverse", "toReversed", "sort", "toSorted", "concat", "values", "flat"]);

/** Methods of texts that give texts. */
const TRANSFORMS = new Set(["trim", "trimStart", "trimEnd", "replace", "replaceAll", "slice", "substring", "concat", "padStart", "padEnd", "normalize", "toString", "repeat"]);

export function call(run: Run, thing: Thing, caller: Tables, args: readonly Ref[], made: boolean, frame: Frame | null): Thing[] {
  const arg = (index: number): Thing[] => (args[index] === undefined ? [OPEN] : valueThings(run, caller, args[index], frame));
  switch (thing.is) {
    case "function": {
      const depth = (frame?.depth ?? 0) + 1;
      if (depth > MAX_FRAMES || isRunning(frame, thing)) return cutOff(run);
      return returned(run, thing.in, thing.body, { callee: thing.in, body: thing.body, caller, args, outer: frame, made: thing.made, depth });
    }
    case "class":
      if (!made) return [OPEN];
      run.bound ||= frame !== null;
      return [{ is: "instance", in: thing.in, index: thing.index, made: constructed(thing, caller, args, frame) }];
    case "host":
      if (thing.host !== "require") return [OPEN];
      return arg(0).flatMap((specifier) => (specifier.is === "text" ? run.world.importOf(caller, specifier.text, "*") : [OPEN]));
    case "global":
      return globalCall(run, thing.name, arg, made, frame);
    case "outside":
      if (args.length < 2 && thing.name.endsWith(".bind") && run.world.keeps?.(thing.from, thing.name.slice(0, -".bind".length), "made")) return [{ ...thing, name: thing.name.slice(0, -".bind".length) }];
      if (run.world.keeps?.(thing.from, thing.name, made ? "made" : "called")) return [{ ...thing, name: `${thing.name}()` }];
      return /^(node:)?module$/.test(thing.from) && /(^|\.)createRequire$/.test(thing.name) ? [{ is: "host", host: "require" }] : [OPEN];
    case "method":
      return methodCall(run, thing, arg, caller, args, frame);
    case "param":
      // What a text becomes still depends on it; what an unknown object or function gives does not.
      return [thing.member !== undefined && TRANSFORMS.has(thing.member) ? derived(thing, "") : OPEN];
    default:
      return [OPEN];
  }
}

/** A function that calls itself gives nothing that its other results do not give. */
function isRunning(frame: Frame | null, thing: Thing & { is: "function" }): boolean {
  for (let at = frame; at; at = at.outer) if (at.body === thing.body && at.callee.path === thing.in.path) return true;
  return false;
}

function constructed(thing: Thing & { is: "class" }, caller: Tables, args: readonly Ref[], frame: Frame | null): Frame | null {
  const depth = (frame?.depth ?? 0) + 1;
  if (depth > MAX_FRAMES) return null;
  return { callee: thing.in, body: thing.in.classes[thing.index]!.construct, caller, args, outer: frame, made: null, depth };
}

function globalCall(run: Run, name: string, arg: (index: number) => Thing[], made: boolean, frame: Frame | null): Thing[] {
  if (name === "process.getBuiltinModule") return arg(0).map((thing) => (thing.is === "text" ? outsideThing(thing.text, "*") : OPEN));
  if (made && name === "Set") return [{ is: "items", each: arg(0).flatMap((thing) => each(run, thing, false, frame)) }];
  if (name === "Array.from" || name === "Promise.all" || name === "Promise.resolve" || name === "Object.freeze" || name === "Object.seal") return arg(0);
  if (name === "String") return arg(0).map((thing) => (thing.is === "text" || thing.is === "param" ? thing : OPEN));
  if (/^Object\.(keys|values|entries)$/.test(name)) {
    return arg(0).map((thing): Thing => {
      if (thing.is !== "object" || thing.loose) return thing.is === "param" ? thing : { is: "items", each: [OPEN] };
      const { fields, others } = fieldsOf(run, thing, frame);
      const pairs = fields.map((field): [Thing[], Thing[]] => [[{ is: "text", text: field.name }], field.things()]);
      for (const other of others) pairs.push([[other], [other]]);
      if (name === "Object.keys") return { is: "items", each: pairs.flatMap(([key]) => key) };
      if (name === "Object.values") return { is: "items", each: pairs.flatMap(([, item]) => item) };
      return { is: "items", each: pairs.map((items): Thing => ({ is: "pair", items })) };
    });
  }
  return [OPEN];
}

function methodCall(run: Run, thing: (Thing & { is: "method" }), arg: (index: number) => Thing[], caller: Tables, args: readonly Ref[], frame: Frame | null): Thing[] {
  if (thing.of.is === "function") {
    if (thing.name === "bind") return args.length < 2 ? [thing.of] : [OPEN];
    return thing.name === "call" ? call(run, thing.of, caller, args.slice(1), false, frame) : [OPEN];
  }
  const elements = each(run, thing.of, false, frame);
  if (thing.name === "concat") return [{ is: "items", each: [...elements, ...arg(0).flatMap((other) => each(run, other, false, frame))] }];
  if (thing.name === "entries") return [{ is: "items", each: elements.map((element): Thing => ({ is: "pair", items: [[OPEN], [element]] })) }];
  if (SAME_ELEMENTS.has(thing.name)) return [{ is: "items", each: elements }];
  if (thing.name === "map" || thing.name === "flatMap") {
    const mapped = arg(0).flatMap((callback) => {
      if (callback.is !== "function") return [OPEN];
      const depth = (frame?.depth ?? 0) + 1;
      return depth > MAX_FRAMES ? cutOff(run) : returned(run, callback.in, callback.body, { callee: callback.in, body: callback.body, caller, args: [elements], outer: frame, made: callback.made, depth });
    });
    return [{ is: "items", each: mapped }];
  }
  if (thing.name === "find" || thing.name === "at" || thing.name === "pop" || thing.name === "shift") return elements;
  return [OPEN];
}
