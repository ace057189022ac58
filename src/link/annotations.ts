/** What the annotation of a parameter says of a name. */
import { evaluate } from "../values/evaluate.ts";
import type { Thing } from "../values/things.ts";
import type { Codebase } from "./world.ts";

/** The texts that the annotation of a parameter admits; null where it admits others. */
export function admittedBy(world: Codebase, parameter: Thing & { is: "param" }): Thing[] | null {
  const declared = parameter.in.values.find((value) => value.is === "param" && value.body === parameter.body && value.index === parameter.index && value.names !== null);
  if (declared?.is !== "param" || declared.names === null) return null;
  const things = evaluate(world, parameter.in, declared.names);
  return things.length > 0 && things.every((thing) => thing.is === "text") ? things : null;
}

/** Keys with each annotated parameter as the texts that it admits. */
export function admitted(world: Codebase, keys: readonly Thing[]): readonly Thing[] {
  return keys.flatMap((key): readonly Thing[] => (key.is === "param" && key.head === "" ? (admittedBy(world, key) ?? [key]) : [key]));
}
