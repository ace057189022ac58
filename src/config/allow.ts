/** The allowlist as it stands in the configuration. */
import type { Node } from "jsonc-parser";
import type { AllowItem, Settings } from "../settings.ts";
import { propertiesOf, type Property, valueOf } from "./document.ts";
import { type Desk, globOf } from "./paths.ts";
import { placeOf } from "./source.ts";

/** One item per reason, in the order of the text; keys that stand twice give all their items. The properties have passed the schema. */
export function allowItems(desk: Desk, properties: readonly Property[]): AllowItem[] {
  return properties.flatMap(({ key, value }) => {
    const reasons = value.type === "array" ? (value.children ?? []) : [value];
    return reasons.map((reason) => allowItem(desk, key, reason));
  });
}

/** Each key that stands more than once, with the place of the second. */
export function duplicateKeys(desk: Desk, properties: readonly Property[]): Settings["duplicateAllow"] {
  const times = new Map<string, number>();
  return properties.flatMap(({ key }) => {
    const time = (times.get(key.value) ?? 0) + 1;
    times.set(key.value, time);
    return time === 2 ? [{ key: key.value, at: placeOf(desk.source, key) }] : [];
  });
}

function allowItem(desk: Desk, key: Node, node: Node): AllowItem {
  const fields = new Map(propertiesOf(node).map((property) => [property.key.value as string, property.value]));
  const plain = <T>(name: string, otherwise: T): T => {
    const field = fields.get(name);
    return field ? (valueOf(field) as T) : otherwise;
  };
  return {
    key: key.value,
    at: placeOf(desk.source, key),
    reason: node.type === "string" ? node.value : plain("reason", ""),
    owner: plain<string | null>("owner", null),
    url: plain<string | null>("url", null),
    secret: plain("secret", false),
    files: fields.get("files")?.children?.map((file) => globOf(desk, file)) ?? null,
    access: plain<AllowItem["access"]>("access", ["read"]),
    names: plain<readonly string[] | null>("names", null),
  };
}
