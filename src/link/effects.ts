/** What calls of known functions do to the environment: load, stub, read by a name of their own. */
import type { CallStep } from "../facts.ts";
import type { Effect } from "../hosts.ts";
import { evaluate, memberOf } from "../values/evaluate.ts";
import { type Frame, OPEN, type Thing } from "../values/things.ts";
import { type Walk, whole } from "./walked.ts";

/** Records the accesses that a call of a known function is. */
export function walkEffect(walk: Walk, effect: Effect, step: CallStep): void {
  const { world, file, use, out } = walk;
  if (effect.does === "load") {
    if (!loadsElsewhere(walk, step)) out.accesses.push(whole(walk, "load", step.at));
  } else if (effect.does === "load-all") {
    const prefix = step.call[effect.prefix];
    if (prefix !== undefined && evaluate(world, file, prefix).some((thing) => thing.is === "text" && thing.text === "")) out.accesses.push(whole(walk, "load", step.at));
  } else {
    const ref = step.call[effect.does === "stub-keys" ? effect.object : effect.name];
    if (ref === undefined) return;
    const names = (frame: Frame | null) => {
      const things = evaluate(world, file, ref, frame);
      return effect.does === "stub-keys" ? things.flatMap((thing) => keysOf(thing)) : things;
    };
    const how = effect.does === "read" ? ({ kind: "read", form: "method", door: effect.door } as const) : ({ kind: "write", form: "stub", door: "process.env" } as const);
    out.accesses.push({ file, ...how, reaches: null, key: ref, names, at: step.at, body: use.body, of: null });
  }
}

/** `dotenv.config({ processEnv: values })` fills an object of its own. */
function loadsElsewhere({ world, file }: Walk, step: CallStep): boolean {
  const [options] = step.call;
  if (options === undefined) return false;
  const targets = evaluate(world, file, options).flatMap((thing) => memberOf(world, thing, { is: "text", text: "processEnv" }));
  return targets.length > 0 && targets.every((target) => target.is !== "host" && target.is !== "open" && target.is !== "param" && !(target.is === "plain" && target.value === undefined));
}

function keysOf(thing: Thing): Thing[] {
  const value = thing.is === "object" ? thing.in.values[thing.ref] : undefined;
  if (value?.is !== "object") return [OPEN];
  return [...value.fields.map(([text]): Thing => ({ is: "text", text })), ...(value.open ? [OPEN] : [])];
}
