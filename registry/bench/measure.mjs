import { bool, defineEnvs, int, str } from "@env-contract/registry";

/** Times reads of a switch, a number and a text: bare with their parse, through the registry, and through the libraries that are installed. Rounds are interleaved and the fastest counts. */
export async function measure({ variables, reads, rounds }) {
  for (let index = 0; index < variables; index++) process.env[`BENCH_FILLER_${index}`] ??= "x".repeat(20);
  Object.assign(process.env, { BENCH_FLAG: "true", BENCH_PORT: "8080", BENCH_NAME: "db.example.org" });
  const contenders = [...bare(), ...registry(), ...(await others())];
  const best = new Map(contenders.map(({ name }) => [name, Infinity]));
  for (const { read } of contenders) time(read, reads);
  for (let round = 0; round < rounds; round++) {
    for (const { name, read } of contenders) best.set(name, Math.min(best.get(name), time(read, reads) / reads));
  }
  return contenders.map(({ name }) => ({ name, nanoseconds: best.get(name), factor: best.get(name) / best.get(`bare ${name.split(" ").at(-1)}`) }));
}

function bare() {
  const truth = (text) => {
    const word = text.trim().toLowerCase();
    if (word === "1" || word === "true" || word === "yes" || word === "on") return true;
    if (word === "0" || word === "false" || word === "no" || word === "off" || word === "") return false;
    throw new Error("BENCH_FLAG");
  };
  const whole = (text) => {
    const word = text.trim();
    const value = /^[+-]?\d(_?\d)*$/.test(word) ? Number(word) : NaN;
    if (!Number.isSafeInteger(value)) throw new Error("BENCH_PORT");
    return value;
  };
  const name = (variable) => variable;
  const [flag, port, text] = ["BENCH_FLAG", "BENCH_PORT", "BENCH_NAME"].map(name);
  return [
    { name: "bare bool", read: () => truth(process.env[flag]) },
    { name: "bare int", read: () => whole(process.env[port]) },
    { name: "bare str", read: () => process.env[text] },
  ];
}

function registry() {
  const envs = defineEnvs(
    { BENCH_FLAG: bool({ default: false, category: "bench" }), BENCH_PORT: int({ default: 1, category: "bench" }), BENCH_NAME: str({ default: "", category: "bench" }) },
    { categories: ["bench"] },
  );
  return [
    { name: "registry bool", read: () => envs.BENCH_FLAG.get() },
    { name: "registry int", read: () => envs.BENCH_PORT.get() },
    { name: "registry str", read: () => envs.BENCH_NAME.get() },
  ];
}

// Each as its own documentation says to read a variable; t3-env and envalid hold a snapshot, so a fresh value costs them a new one.
async function others() {
  const found = [];
  const envVar = await optional("env-var");
  if (envVar) {
    const { default: env } = envVar;
    found.push({ name: "env-var bool", read: () => env.get("BENCH_FLAG").asBool() }, { name: "env-var int", read: () => env.get("BENCH_PORT").asInt() }, { name: "env-var str", read: () => env.get("BENCH_NAME").asString() });
  }
  const envalid = await optional("envalid");
  if (envalid) {
    const { cleanEnv, bool, num, str } = envalid;
    const env = cleanEnv(process.env, { BENCH_FLAG: bool(), BENCH_PORT: num(), BENCH_NAME: str() });
    found.push({ name: "envalid, snapshot, bool", read: () => env.BENCH_FLAG }, { name: "envalid, snapshot, int", read: () => env.BENCH_PORT }, { name: "envalid, snapshot, str", read: () => env.BENCH_NAME });
  }
  const t3 = await optional("@t3-oss/env-core");
  const zod = await optional("zod");
  if (t3 && zod) {
    const { z } = zod;
    const env = t3.createEnv({ server: { BENCH_FLAG: z.stringbool(), BENCH_PORT: z.coerce.number().int(), BENCH_NAME: z.string() }, runtimeEnv: process.env });
    found.push({ name: "t3-env, snapshot, bool", read: () => env.BENCH_FLAG }, { name: "t3-env, snapshot, int", read: () => env.BENCH_PORT }, { name: "t3-env, snapshot, str", read: () => env.BENCH_NAME });
  }
  return found;
}

async function optional(library) {
  try {
    return await import(library);
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

let sink;
function time(read, reads) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < reads; index++) sink = read();
  void sink;
  return Number(process.hrtime.bigint() - start);
}
