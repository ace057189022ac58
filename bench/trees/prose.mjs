/** Plain code of a shop, as a filler that is parsed and walked like any other: types, functions, classes, templates, comments. */
const NOUNS = ["order", "invoice", "parcel", "basket", "voucher", "supplier", "shelf", "refund", "price", "route", "courier", "stock", "label", "return", "account", "receipt"];
const VERBS = ["load", "merge", "count", "rank", "split", "check", "price", "route", "pack", "group", "filter", "render"];
const WORDS = ["late", "open", "paid", "heavy", "fragile", "gross", "net", "local", "foreign", "daily", "weekly", "second"];

const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** A block of some 300 to 700 characters of code that names no environment. */
export function block(random, index) {
  const noun = random.of(NOUNS);
  const other = random.of(NOUNS);
  const verb = random.of(VERBS);
  const word = random.of(WORDS);
  const name = `${verb}${upper(word)}${upper(noun)}${index}`;
  switch (random.below(5)) {
    case 0:
      return `export interface ${upper(noun)}${index} {
  readonly id: string;
  readonly ${other}Ids: readonly string[];
  readonly ${word}: boolean;
  readonly total: number;
  readonly note?: string | undefined;
}

/** The ${word} ${noun}s of a ${other}, by id; an empty list where there are none. */
export function ${name}(items: readonly ${upper(noun)}${index}[], limit = ${random.below(90) + 10}): Map<string, ${upper(noun)}${index}> {
  const found = new Map<string, ${upper(noun)}${index}>();
  for (const item of items) {
    if (item.${word} && item.total > limit) found.set(item.id, { ...item, note: \`${word} since \${item.total}\` });
  }
  return found;
}
`;
    case 1:
      return `// A ${noun} that is ${word} goes first; the rest keeps its order.
export const ${name} = (left: { ${word}: number; id: string }, right: { ${word}: number; id: string }): number => {
  if (left.${word} !== right.${word}) return left.${word} < right.${word} ? -1 : 1;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
};

export const ${verb}Steps${index} = [
  { step: "${verb}", of: "${noun}", weight: ${random.below(100)} },
  { step: "${random.of(VERBS)}", of: "${other}", weight: ${random.below(100)} },
  { step: "${random.of(VERBS)}", of: "${random.of(NOUNS)}", weight: ${random.below(100)} },
] as const;
`;
    case 2:
      return `export class ${upper(verb)}${upper(noun)}${index} {
  #${other}s = new Map<string, number>();

  constructor(private readonly limit: number) {}

  add(id: string, amount: number): this {
    const before = this.#${other}s.get(id) ?? 0;
    this.#${other}s.set(id, Math.min(before + amount, this.limit));
    return this;
  }

  get total(): number {
    return [...this.#${other}s.values()].reduce((sum, amount) => sum + amount, 0);
  }
}
`;
    case 3:
      return `export async function ${name}(client: { get(path: string): Promise<{ status: number; body: unknown }> }, ids: readonly string[]) {
  const answers = await Promise.all(ids.map((id) => client.get(\`/${noun}s/\${encodeURIComponent(id)}/${other}\`)));
  const failed = answers.filter(({ status }) => status >= 400);
  if (failed.length > 0) throw new Error(\`\${failed.length} of \${ids.length} ${noun}s could not be read: \${failed.map(({ status }) => status).join(", ")}\`);
  return answers.map(({ body }) => body as { id: string; ${word}: boolean });
}
`;
    default:
      return `export function ${name}(text: string): { ${noun}: string; ${other}: number } | null {
  const match = /^${noun}-([a-z0-9]{4,12}):(\\d+)(?:;(?:${word}|${random.of(WORDS)}))?$/.exec(text.trim());
  if (match === null) return null;
  switch (match[1]!.length) {
    case 4:
      return { ${noun}: match[1]!, ${other}: Number(match[2]) };
    case 12:
      return { ${noun}: match[1]!.toUpperCase(), ${other}: Number(match[2]) * ${random.below(9) + 2} };
    default:
      return { ${noun}: \`\${match[1]}-${word}\`, ${other}: 0 };
  }
}
`;
  }
}

/** Blocks until the text holds about so many characters. */
export function filler(random, characters) {
  let text = "";
  for (let index = 0; text.length < characters; index++) text += `${block(random, index)}\n`;
  return text;
}

/** Mostly small files, few large ones, with the mean that is asked for. */
export function sizeAround(random, mean) {
  const draw = (random.below(1000) + 1) / 1000;
  return Math.max(300, Math.round(mean * 0.18 + mean * 0.82 * -Math.log(draw)));
}
