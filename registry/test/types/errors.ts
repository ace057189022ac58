import { bool, choice, defineEnvs, float, group, int, path, str } from "@env-contract/registry";
import { duration, list, port, schema, url } from "@env-contract/registry/types";
import type { StandardSchema } from "@env-contract/registry/types";

// Each line that must not compile ends in the code of its error and a part of the message.
declare const shape: StandardSchema<string, { readonly name: string }>;
const categories = ["net"] as const;

defineEnvs({ A: int({ default: 1, category: "nett" }) }, { categories }); //= 2322 unknown category: nett
defineEnvs({ A: int({ default: 1 }) }, { categories }); //= 2322 an entry needs a category
defineEnvs({ ...group("nett", { A: int({ default: 1 }) }) }, { categories }); //= 2345 unknown category: nett
group("net", { A: int({ default: 1, category: "net" }) }); //= 2322
defineEnvs({ A: 5 }, { categories }); //= 2322
defineEnvs({ A: int({ default: 1, category: "net" }) }, {}); //= 2345|2741 categories

int({ category: "net" }); //= 2345
choice(["a"], { category: "net" }); //= 2345
int({ category: "net", default: 1, optional: true }); //= 2322
int({ category: "net", default: 1, required: true }); //= 2322
int({ category: "net", optional: true, required: true }); //= 2322
str({ category: "net", default: "", fallbackTo: "B" }); //= 2322|2345
int({ category: "net", optional: false }); //= 2322

bool({ category: "net", default: "false" }); //= 2322
bool({ category: "net", default: 0 }); //= 2322
int({ category: "net", default: "1" }); //= 2322
float({ category: "net", default: () => "1" }); //= 2322
str({ category: "net", default: 1 }); //= 2322
path({ category: "net", default: null }); //= 2322
choice(["a", "b"], { category: "net", default: "c" }); //= 2322
choice(["a", "b"], { category: "net", default: () => "c" }); //= 2322
choice(["A", "b"], { category: "net", default: "b" }); //= 2322
port({ category: "net", default: "80" }); //= 2322
url({ category: "net", default: 80 }); //= 2322
url({ category: "net", optional: true, protocols: ["https"] }); //= 2322
list({ category: "net", default: [1] }); //= 2322
list({ category: "net", item: "int", default: ["a"] }); //= 2322
list({ category: "net", item: "date", optional: true }); //= 2322
duration({ category: "net", default: true }); //= 2322
schema(shape, { category: "net", default: "x" }); //= 2322
str({ category: "net", optional: true, descripton: "" }); //= 2561 descripton
str({ category: "net", optional: true, min: 1 }); //= 2353 min
int({ category: "net", optional: true, lifecycle: "old" }); //= 2322

defineEnvs({ A: int({ category: "net", fallbackTo: "B" }) }, { categories }); //= 2322 no entry B
defineEnvs({ A: int({ category: "net", fallbackTo: "B" }), B: str({ category: "net", default: "" }) }, { categories }); //= 2322 is of another type
defineEnvs({ A: int({ category: "net", fallbackTo: "A" }) }, { categories }); //= 2322 leads back here
defineEnvs({
  A: int({ category: "net", fallbackTo: "B" }), //= 2322 leads back here
  B: int({ category: "net", fallbackTo: "A" }), //= 2322 leads back here
}, { categories });

const envs = defineEnvs({ FLAG: bool({ default: false, category: "net" }), PORT: int({ default: 1, category: "net" }), NAME: str({ default: "", category: "net" }), LEVEL: choice(["a"], { default: "a", category: "net" }) }, { categories });

export const tests: (() => unknown)[] = [
  () => { if (envs.FLAG) return 1; return 2; }, //= 2774
  () => { if (!envs.PORT.isSet() || envs.FLAG) return 1; return 2; }, //= 2774
  () => (envs.FLAG ? 1 : 2), //= 2774
  () => envs.FLAG && envs.PORT.get(), //= 2774
  () => envs.FLAG === true, //= 2367
  () => envs.NAME === "x", //= 2367
  () => envs.NAME == "x", //= 2367
  () => envs.PORT !== 1, //= 2367
  () => envs.PORT > 3, //= 2365
  () => envs.PORT * 2, //= 2362
  () => envs.NAME.length > 3, //= 2365
  () => envs.FLAG(), //= 2554
  () => [1].map(envs.FLAG), //= 2345
  () => [...envs.NAME], //= 2488
  () => new Map([["a", 1]]).get(envs.NAME), //= 2345
];

export function assigned(): unknown {
  const port: number = envs.PORT; //= 2322
  const name: string = envs.NAME; //= 2322
  const flag: boolean = envs.FLAG; //= 2322
  switch (envs.LEVEL) {
    case "a": //= 2678
  }
  return [port, name, flag];
}

export function fields(): void {
  envs.FLAG.set(undefined); //= 2345
  envs.FLAG.set(1); //= 2345
  envs.PORT.set("1"); //= 2345
  envs.LEVEL.set("b"); //= 2345
  envs.PORT.override("1"); //= 2345
  envs.TYPO.get(); //= 2339
  envs.PORT = envs.PORT; //= 2540
}
