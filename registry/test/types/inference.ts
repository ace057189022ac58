import { bool, checkAll, childEnv, choice, collectEnv, defineEnvs, findUnknown, float, group, int, nested, path, str, warnDeprecated } from "@env-contract/registry";
import type { Override } from "@env-contract/registry";
import { duration, json, list, port, schema, url } from "@env-contract/registry/types";
import type { Json, StandardSchema, UrlObject } from "@env-contract/registry/types";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const same = <A, B>(...proof: Same<A, B> extends true ? [] : [never]): void => void proof;

interface Shape {
  readonly name: string;
}
declare const shape: StandardSchema<{ name: string; size?: number }, Shape>;

const storage = group("storage", nested("ACME_STORAGE", { PATH: path({ default: "~/data" }), LEVEL: choice(["a", "b"], { optional: true }) }));

export const envs = defineEnvs(
  {
    ACME_PORT: int({ default: 8080, category: "net", min: 1, max: 65535, description: "The port." }),
    ACME_FLAG: bool({ default: false, category: "net", secret: false, audience: "internal", lifecycle: "experimental", lifecycleNote: "may go", owner: "web" }),
    ACME_RATE: float({ default: (): number => envs.ACME_PORT.get() / 2, category: "net", finite: true, defaultDoc: "half the port" }),
    ACME_NAME: str({ required: true, category: "net", aliases: ["ACME_OLD", { name: "ACME_OLDER", since: "1.0.0", removeIn: "2.0.0" }], emptyIsUnset: true }),
    ACME_HOST: str({ fallbackTo: "ACME_OPT", category: "net" }),
    ACME_HOP: str({ fallbackTo: "ACME_HOST", category: "net" }),
    ACME_FIRM: str({ fallbackTo: "ACME_NAME", category: "net" }),
    ACME_OPT: str({ optional: true, category: "net", argument: "--opt", precedence: "argument", appliesTo: ["server"], example: "x", readIn: "deploy.sh", disposition: "promote" }),
    ACME_LEVEL: choice(["debug", "info"], { default: "info", category: "log" }),
    ACME_LOUD: choice(["debug"], { fallbackTo: "ACME_QUIET", category: "log" }),
    ACME_QUIET: choice(["debug"], { default: () => "debug", category: "log" }),
    ACME_LISTEN: port({ default: 80, category: "net" }),
    ACME_URL: url({ default: "http://localhost", category: "net", protocols: ["http:"] }),
    ACME_HOSTS: list({ default: ["a"], category: "net" }),
    ACME_PORTS: list({ item: "int", optional: true, separator: ";", category: "net" }),
    ACME_JSON: json({ default: { a: [1] }, category: "net" }),
    ACME_WAIT: duration({ default: "30s", category: "net" }),
    ACME_SHAPE: schema(shape, { input: "json", default: { name: "x" }, category: "net" }),
    ACME_SHAPE_TEXT: schema(shape, { optional: true, category: "net" }),
    NEXT_PUBLIC_X: str({ optional: true, category: "net", unprefixed: "bundled", client: () => "x" }),
    ...storage,
  },
  { prefix: "ACME_", categories: ["net", "log", "storage"], removed: { ACME_GONE: "it is gone" }, policyDoc: "docs/env.md", source: {}, warn: () => undefined },
);

same<ReturnType<typeof envs.ACME_PORT.get>, number>();
same<ReturnType<typeof envs.ACME_FLAG.get>, boolean>();
same<ReturnType<typeof envs.ACME_RATE.get>, number>();
same<ReturnType<typeof envs.ACME_NAME.get>, string>();
same<ReturnType<typeof envs.ACME_HOST.get>, string | undefined>();
same<ReturnType<typeof envs.ACME_HOP.get>, string | undefined>();
same<ReturnType<typeof envs.ACME_FIRM.get>, string>();
same<ReturnType<typeof envs.ACME_OPT.get>, string | undefined>();
same<ReturnType<typeof envs.ACME_LEVEL.get>, "debug" | "info">();
same<ReturnType<typeof envs.ACME_LOUD.get>, "debug">();
same<ReturnType<typeof envs.ACME_LISTEN.get>, number>();
same<ReturnType<typeof envs.ACME_URL.get>, UrlObject>();
same<ReturnType<typeof envs.ACME_HOSTS.get>, string[]>();
same<ReturnType<typeof envs.ACME_PORTS.get>, number[] | undefined>();
same<ReturnType<typeof envs.ACME_JSON.get>, Json>();
same<ReturnType<typeof envs.ACME_WAIT.get>, number>();
same<ReturnType<typeof envs.ACME_SHAPE.get>, Shape>();
same<ReturnType<typeof envs.ACME_SHAPE_TEXT.get>, Shape | undefined>();
same<ReturnType<typeof envs.ACME_STORAGE__PATH.get>, string>();
same<ReturnType<typeof envs.ACME_STORAGE__LEVEL.get>, "a" | "b" | undefined>();

export function write(): void {
  envs.ACME_LEVEL.set("debug");
  envs.ACME_HOSTS.set(["a", "b"] as const);
  envs.ACME_WAIT.set("1m");
  envs.ACME_SHAPE.set({ name: "x", size: 1 });
  envs.ACME_SHAPE_TEXT.set("text");
  envs.ACME_OPT.clear();
  same<ReturnType<typeof envs.ACME_FLAG.isSet>, boolean>();
}

export async function override(): Promise<void> {
  const kept = envs.ACME_FLAG.override(undefined);
  same<typeof kept, Override>();
  kept.restore();
  using _port = envs.ACME_PORT.override(1);
  const sync = envs.ACME_LEVEL.override("info", () => 5);
  same<typeof sync, number>();
  const later = envs.ACME_LEVEL.override(undefined, async () => "x");
  same<typeof later, Promise<string>>();
  await later;
}

export function whole(): unknown {
  warnDeprecated(envs);
  return [checkAll(envs)[0]?.variable, findUnknown(envs)[0]?.suggestion, collectEnv(envs)[0]?.state, childEnv(envs, { names: ["HOME"], extra: { A: 1, B: true, C: undefined } })["A"]];
}

// A field that is used where it is tested is a condition like any other.
export function used(): number {
  if (envs.ACME_FLAG) return Number(envs.ACME_FLAG.get());
  return 0;
}
