/** Parameters as they are declared, and what their annotations say of a name. */
import type { Ref, Value } from "../facts.ts";
import { evaluate } from "../values/evaluate.ts";
import type { Tables, Thing } from "../values/things.ts";
import type { Codebase } from "./world.ts";

type Parameter = Thing & { is: "param" };

/** The value that declares a parameter. */
export function declarationOf(parameter: Parameter): Ref {
  let found = tables.get(parameter.in);
  if (found === undefined) tables.set(parameter.in, (found = declarations(parameter.in.values)));
  return found.get(`${parameter.body} ${parameter.index}`)!;
}

const tables = new WeakMap<Tables, ReadonlyMap<string, Ref>>();

/** By body and index; one that says which names it admits goes before one that does not. */
function declarations(values: readonly Value[]): Map<string, Ref> {
  const found = new Map<string, Ref>();
  values.forEach((value, ref) => {
    if (value.is !== "param") return;
    const key = `${value.body} ${value.index}`;
    if (value.names !== null || !found.has(key)) found.set(key, ref);
  });
  return found;
}

/** The texts that the annotation of a parameter admits; null where it admits others. */
export function admittedBy(world: Codebase, parameter: Parameter): Thing[] | null {
  const declared = parameter.in.values[declarationOf(parameter)];
  if (declared?.is !== "param" || declared.names === null) return null;
  const things = evaluate(world, parameter.in, declared.names);
  return things.length > 0 && things.every((thing) => thing.is === "text") ? things : null;
}

/** Keys with each annotated parameter as the texts that it admits. */
export function admitted(world: Codebase, keys: readonly Thing[]): readonly Thing[] {
  return keys.flatMap((key): readonly Thing[] => (key.is === "param" && key.head === "" ? (admittedBy(world, key) ?? [key]) : [key]));
}
