/** Which form the use of a whole environment has: copied, enumerated, printed, or simply handed on. */
import type { FileFacts, Ref, Use, WholeForm } from "../facts.ts";
import { type Host, MEMBER_STUBS } from "../hosts.ts";
import { evaluate } from "../values/evaluate.ts";
import { keyOf, type Thing } from "../values/things.ts";
import type { Codebase } from "./world.ts";

export type Whole = WholeForm;

/** The form, or the value that names the variable where one member is stubbed; null where the use is a guard or an alias. */
export interface WholeUse {
  readonly form: Whole;
  readonly stub: Ref | null;
}

/** How a chain that ends at the environment (or at `process`, for stubs of it) uses it. */
export function wholeForm(world: Codebase, file: FileFacts, use: Use, host: Host): WholeUse | null {
  const { end } = use;
  const form = (name: Whole): WholeUse => ({ form: name, stub: null });
  switch (end.to) {
    case "alias":
    case "test":
    case "using":
    case "kept":
      return null;
    case "store":
      return end.alias ? null : form("pass");
    case "copy":
      return form("copy");
    case "each":
      return form("enumerate");
    case "text":
      return form("print");
    case "write":
      return end.value !== null && evaluate(world, file, end.value).some((thing) => thing.is === "host" && typeof thing.host === "object") ? null : form("replace");
    case "argument":
      return argumentForm(world, file, end, host);
    default:
      return form("pass");
  }
}

function argumentForm(world: Codebase, file: FileFacts, end: Extract<Use["end"], { to: "argument" }>, host: Host): WholeUse | null {
  const callees = evaluate(world, file, end.callee);
  const named = callees.map(calleeName).find((name) => name !== null) ?? null;
  const second = end.args[1];
  const stubber = named ?? end.spelled;
  if (stubber !== null && end.index === 0 && second !== undefined && MEMBER_STUBS.has(stubber.split(".").at(-1)!) && isStubber(stubber)) {
    if (typeof host === "object") return { form: "replace", stub: second };
    return evaluate(world, file, second).some((thing) => keyOf(thing) === "env") ? { form: "replace", stub: null } : null;
  }
  if (typeof host !== "object" && host !== "share-env") return null;
  return named === null ? { form: "pass", stub: null } : knownCall(named, end.index);
}

const ENUMERATORS = /^(Object\.(keys|values|entries|getOwnPropertyNames|getOwnPropertyDescriptors)|Reflect\.ownKeys)$/;
const PRINTERS = /^(console\.\w+|JSON\.stringify|String|(util|node:util)(\.default)?\.(inspect|format|formatWithOptions|debuglog))$/;
const COPIERS = /^(structuredClone|Object\.(freeze|seal|fromEntries|create)|Array\.from|(lodash|lodash-es|es-toolkit|ramda|lodash\.clone|lodash\.clonedeep)(\.default)?\.(clone|cloneDeep|default|\*)|Map|Set)$/;

function knownCall(name: string, index: number): WholeUse | null {
  if (name === "Boolean") return null;
  if (ENUMERATORS.test(name)) return { form: "enumerate", stub: null };
  if (PRINTERS.test(name)) return { form: "print", stub: null };
  if (name === "Object.assign" || name === "Object.defineProperties") return { form: index === 0 ? "update" : "copy", stub: null };
  return { form: COPIERS.test(name) ? "copy" : "pass", stub: null };
}

/** `Object.keys`, `util.inspect`, `sinon.stub`: the dotted name of a callee that is not of the codebase. */
function calleeName(thing: Thing): string | null {
  if (thing.is === "global") return thing.name;
  if (thing.is !== "outside") return null;
  return `${thing.from.replace(/^node:/, "")}.${thing.name}`;
}

function isStubber(name: string): boolean {
  return /(^|\.)(sinon|jest|vi|vitest|t|td|mock|sandbox|testdouble|test|context|ctx)(\.|$)/i.test(name) || /^@?(sinon|jest|vitest|testdouble|ts-sinon|test)\b/.test(name);
}
