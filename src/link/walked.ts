/** What walking the uses of files gives, before names, calls and timing are joined. */
import type { At, FileFacts, Form, Ref, Use, WholeForm } from "../facts.ts";
import { evaluate, memberOf } from "../values/evaluate.ts";
import type { Frame, Tables, Thing } from "../values/things.ts";
import type { Codebase } from "./world.ts";

/** One use of the environment, its name still a value that may depend on parameters. */
export interface RawAccess {
  readonly file: FileFacts;
  readonly kind: "read" | "write" | "whole";
  readonly form: Form;
  readonly door: string;
  /** Whether the environment is reached under a call, where a parameter leads to it; null where it always is. */
  readonly reaches: ((frame: Frame | null) => boolean) | null;
  /** The value that the names are of; null for `whole`. */
  readonly key: Ref | null;
  /** Evaluates to the names; null for `whole`. */
  readonly names: ((frame: Frame | null) => readonly Thing[]) | null;
  readonly at: At;
  readonly body: number;
  readonly to?: "child-process" | "worker";
  /** What the name is taken of may also be something else than the environment. */
  readonly mixed?: true;
  /** The parameter (`parameterId`) that leads to the environment here; null where none does. */
  readonly of: string | null;
}

/** The environment handed to a function of the codebase: the parameters that it becomes. */
export interface HandedOn {
  /** Of whose file and at whose place it is handed on. */
  readonly access: RawAccess;
  /** The whole call. */
  readonly call: At;
  readonly to: readonly { readonly in: Tables; readonly body: number; readonly index: number }[];
}

/** One text for one parameter of the codebase. */
export function parameterId({ in: { path }, body, index }: { readonly in: Tables; readonly body: number; readonly index: number }): string {
  return `${path}\0${body}\0${index}`;
}

/** A call of a body of the codebase. */
export interface Edge {
  readonly file: Tables;
  readonly body: number;
  readonly at: At;
  readonly callee: Tables;
  readonly calleeBody: number;
  readonly args: readonly Ref[] | readonly Thing[][];
  /** The call that made the callee, where it is a closure. */
  readonly made: Frame | null;
  /** Handed away as a value: called later or never, with arguments that nobody knows. */
  readonly lazy: boolean;
}

/** A use of an entry set: `name` null is chosen at run time, `*` the object itself. */
export interface RawRegistryUse {
  readonly file: FileFacts;
  readonly path: string;
  readonly index: number;
  readonly name: string | null;
  readonly method: string;
  readonly at: At;
  readonly body: number;
  readonly floating: boolean;
}

export interface Walked {
  readonly accesses: RawAccess[];
  readonly edges: Edge[];
  readonly registryUses: RawRegistryUse[];
  /** Parameters that are called: whoever is handed there runs. */
  readonly parameterCalls: ParameterCall[];
  /** Calls by which a function, or a parameter that may be one, is handed to a function of the codebase. */
  readonly handing: Edge[];
  readonly handed: Handed[];
  readonly handedOn: HandedOn[];
}

/** A parameter that is called. */
export interface ParameterCall {
  readonly file: Tables;
  readonly body: number;
  readonly at: At;
  readonly parameter: Thing & { is: "param" };
  readonly args: readonly (Ref | Thing[])[];
  /** In a function that runs later or never, as far as is seen. */
  readonly lazy: boolean;
}

/** A function that is handed to another one by name: `otherwise` is what stands where that is not seen to call it. */
export interface Handed {
  readonly to: { readonly in: Tables; readonly body: number };
  readonly index: number;
  readonly otherwise: Edge;
}

/** One use that is being walked. */
export interface Walk {
  readonly world: Codebase;
  readonly file: FileFacts;
  readonly use: Use;
  readonly out: Walked;
  /** What the chain has reached may be several things. */
  readonly mixed?: boolean;
}

/** A use of the environment as a whole. */
export function whole(walk: Walk, form: WholeForm, place: At, door = "process.env"): RawAccess {
  const { file, use } = walk;
  return { file, kind: "whole", form, door, reaches: null, key: null, names: null, at: place, body: use.body, of: parameterOf(walk), ...(use.into && { to: use.into }) };
}

/** The parameter that a use begins at, or that a field on its way holds. */
export function parameterOf({ world, file, use }: Walk): string | null {
  let things: readonly Thing[] = evaluate(world, file, use.root);
  for (let index = 0; ; index++) {
    const parameter = things.find((thing) => thing.is === "param");
    if (parameter?.is === "param") return parameterId(parameter);
    const step = use.steps[index];
    if (step === undefined || "call" in step || things.some((thing) => thing.is === "host")) return null;
    things = things.flatMap((thing) => evaluate(world, file, step.key).flatMap((key) => memberOf(world, thing, key)));
  }
}
