/** What a chain has reached so far, as far as the file alone tells: decides which chains are recorded and followed. */
import { watchedExport } from "../hosts.ts";
import type { Ref } from "../facts.ts";
import { evaluate, memberOf, resultOf } from "../values/evaluate.ts";
import { memory, OPEN, outsideThing, type Thing, type World } from "../values/things.ts";
import type { Extraction } from "./context.ts";

/** The file as its own world: what other modules give stays theirs. */
function world(context: Extraction): World {
  return (context.world ??= worldOf(context));
}

function worldOf(context: Extraction): World {
  const kept = memory();
  return {
    memory: {
      ...kept,
      remember(file, ref, answer) {
        if (context.unfinished.size === 0) kept.remember(file, ref, answer);
      },
    },
    importOf: (_file, from, name) => [outsideThing(from, name)],
    exportOf: () => [OPEN],
    keeps: (from, name, by) => isLiveThing(context, { is: "outside", from, name }) && (by === "made" || context.watched.has(`${from}#${name.split(".")[0]}()`)),
  };
}

/** What was found to lead nowhere is asked for anew: more is watched now. */
export function forget(context: Extraction): void {
  context.world = null;
}

/** Everything a value of the file may be. */
export function thingsOf(context: Extraction, ref: Ref): Thing[] {
  return evaluate(world(context), context, ref);
}

/** What the chain is after taking a key; keys of other modules' values stay theirs. */
export function stepKey(context: Extraction, things: readonly Thing[], key: Ref): Thing[] {
  const keys = thingsOf(context, key);
  return things.flatMap((thing) => (isLiveThing(context, thing) ? keys.flatMap((item) => memberOf(world(context), thing, item)) : []));
}

/** What the chain is after a call. */
export function stepCall(context: Extraction, things: readonly Thing[], args: readonly Ref[], made: boolean): Thing[] {
  return things.flatMap((thing) => resultOf(world(context), thing, context, args, made ? "made" : "called"));
}

/** True while the chain may still lead to the environment, to code that reads it, or to a registry. */
export function isLive(context: Extraction, things: readonly Thing[]): boolean {
  return things.some((thing) => isLiveThing(context, thing));
}

function isLiveThing(context: Extraction, thing: Thing): boolean {
  switch (thing.is) {
    case "host":
    case "function":
    case "getter":
    case "class":
    case "instance":
    case "object":
    case "list":
    case "method":
    case "entries":
    case "field":
    case "accessor":
    case "module":
      return true;
    case "global":
      return /^(vi|vitest|process|module|Deno\.env)(\.|$)/.test(thing.name);
    case "outside": {
      const [name] = thing.name.split(/[.(]/);
      return context.watched.has(`${thing.from}#${name}`) || context.watched.has(`${thing.from}#=`) || watchedExport(thing.from, name!) !== undefined;
    }
    default:
      return false;
  }
}

/** True if the step from one to the other is worth a record: it used the environment, ran code, or touched a registry. */
export function isRelevant(context: Extraction, before: readonly Thing[], step: "key" | "call", after: readonly Thing[]): boolean {
  if (step === "key" && after.some((thing) => thing.is === "getter")) return true;
  return before.some((thing) => {
    if (thing.is === "host") return typeof thing.host === "object" || thing.host === "report" || thing.host === "share-env";
    if (thing.is === "entries" || thing.is === "field" || thing.is === "accessor") return true;
    if (thing.is === "outside") return isLiveThing(context, thing) && (step === "call" || context.watched.size > 0);
    // Calling a parameter runs the callback that it was given.
    if (thing.is === "param") return step === "call";
    if (thing.is === "global") return step === "call" && isLiveThing(context, thing);
    return step === "call" && (thing.is === "function" || thing.is === "class" || thing.is === "method");
  });
}
