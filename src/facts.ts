/** The facts of one file: what extract records and link joins. Readonly plain data, serialisable, no syntax. */

/** Raised when the meaning of a fact changes: part of every cache key. */
export const FACTS_VERSION = 3;

/** Line, column, end line, end column; from 1, in UTF-16 units. Never offsets: an end-of-line conversion moves those. */
export type At = readonly [line: number, column: number, endLine: number, endColumn: number];

/** A place in a file; `path` is POSIX. */
export interface Site {
  readonly path: string;
  readonly at: At;
}

/** How an access is spelled. Every form has a folder under `fixtures/extract/`. */
export const READ_FORMS = ["member", "element", "in", "has-own", "reflect", "destructuring", "assignment-pattern", "loop-pattern", "utility", "method", "wrapper"] as const;
export const WRITE_FORMS = ["assign", "compound", "increment", "delete", "pattern-target", "define", "stub", "set"] as const;
export const WHOLE_FORMS = ["copy", "pass", "enumerate", "print", "update", "replace", "load"] as const;
export const FORMS = [...READ_FORMS, ...WRITE_FORMS, ...WHOLE_FORMS] as const;
export type ReadForm = (typeof READ_FORMS)[number];
export type WriteForm = (typeof WRITE_FORMS)[number];
export type WholeForm = (typeof WHOLE_FORMS)[number];
export type Form = (typeof FORMS)[number];

/** When code runs: while a module loads, as top-level code of an entry file, or when something calls it. */
export type Timing = "import" | "start" | "call";

/** Index into `FileFacts.values`. */
export type Ref = number;
/** Index into `FileFacts.bodies`; 0 is the module's own top level. */
export type BodyRef = number;

/** What an expression may be, as far as its own file tells. */
export type Value =
  | { readonly is: "text"; readonly text: string }
  /** A number, boolean, null or undefined; `source` as written. */
  | { readonly is: "plain"; readonly value: number | boolean | null | undefined; readonly source: string }
  /** Templates, and `+` (`sum`), which adds numbers. */
  | { readonly is: "join"; readonly parts: readonly Ref[]; readonly sum: boolean }
  | { readonly is: "case"; readonly of: Ref; readonly to: "upper" | "lower" }
  /** `?:`. */
  | { readonly is: "either"; readonly of: readonly Ref[] }
  /** `??`, `||`, the default of a pattern: `otherwise` counts where `of` may be empty. */
  | { readonly is: "default"; readonly of: Ref; readonly otherwise: Ref; readonly when: "undefined" | "nullish" | "falsy" }
  /** A binding that is assigned more than once: no name is known, but what it may hold is. */
  | { readonly is: "assigned"; readonly of: readonly Ref[] }
  /** A name that nothing in the file binds (`process`, `Object`, `vi`), or `import.meta`. */
  | { readonly is: "global"; readonly name: string }
  /** `name` is the exported name; `*` is the namespace. */
  | { readonly is: "import"; readonly from: string; readonly name: string }
  /** `names`: the literal union that the parameter is annotated with; `default`: its default value. */
  | { readonly is: "param"; readonly body: BodyRef; readonly index: number; readonly rest: boolean; readonly names: Ref | null; readonly default: Ref | null }
  | { readonly is: "member"; readonly of: Ref; readonly key: Ref }
  /** An element in a loop or callback: of the value, or (`keys`) of its keys. */
  | { readonly is: "each"; readonly of: Ref; readonly keys: boolean }
  /** A call; `made`: with `new`. */
  | { readonly is: "result"; readonly of: Ref; readonly args: readonly Ref[]; readonly made: boolean }
  /** `open`: a spread or a computed key was seen. `spreads`: what is spread, each with the number of fields before it, where no key is computed. Getters are functions whose body is of kind `getter`. */
  | { readonly is: "object"; readonly fields: readonly (readonly [name: string, value: Ref])[]; readonly open: boolean; readonly spreads?: readonly (readonly [before: number, value: Ref])[] }
  | { readonly is: "list"; readonly items: readonly Ref[]; readonly open: boolean }
  | { readonly is: "function"; readonly body: BodyRef }
  | { readonly is: "class"; readonly index: number }
  /** `this` in a member of the class. */
  | { readonly is: "this"; readonly index: number }
  /** A `defineEnvs`, `group` or `nested` call of the library, or an object of builder calls: an index into `entrySets`. */
  | { readonly is: "entries"; readonly index: number }
  | { readonly is: "unknown"; readonly why: "runtime" | "mutated" | "budget" };

/** A key taken; `form` says how it is spelled. */
export interface KeyStep {
  readonly key: Ref;
  readonly form: ReadForm;
  readonly at: At;
}

/** A call made; `made`: with `new`. */
export interface CallStep {
  readonly call: readonly Ref[];
  readonly made: boolean;
  readonly at: At;
}

/** One step of a chain. */
export type Step = KeyStep | CallStep;

/** What becomes of the last value of a chain. */
export type End =
  /** `value`: consumed in a way that has no word of its own. `test`: a guard. `alias`: bound to a name whose uses are recorded. */
  | { readonly to: "value" | "test" | "alias" | "nothing" | "return" | "yield" | "export" | "element" | "text" | "using" | "kept" }
  /** The value of an object property or a class field; `alias`: every use of it in the file is a named access. */
  | { readonly to: "store"; readonly alias: boolean }
  /** Assigned, deleted; `value`: what it becomes, for a plain `=`. */
  | { readonly to: "write"; readonly form: WriteForm; readonly value: Ref | null }
  /** Spread, or what a pattern leaves: `without` the names that it takes. */
  | { readonly to: "copy"; readonly without?: readonly string[] }
  /** Looped over, by value or by key. */
  | { readonly to: "each" }
  /** `spelled`: the callee as written where it is a dotted name (`t.mock.property`): a test context is known by nothing else. */
  | { readonly to: "argument"; readonly index: number; readonly callee: Ref; readonly args: readonly Ref[]; readonly made: boolean; readonly at: At; readonly spelled: string | null };

/** `a.b['c'](x)`: a root value, the steps taken from it, and where the chain ends. `at` is the first token of the whole expression to its end. */
export interface Use {
  readonly root: Ref;
  readonly rootAt: At;
  readonly steps: readonly Step[];
  readonly end: End;
  readonly at: At;
  readonly body: BodyRef;
  /** The value becomes the `env` of a child process or worker. */
  readonly into?: "child-process" | "worker";
}

/** A stretch of code with a timing of its own. Immediately invoked functions and synchronous callbacks are `inline`: they run when their outer body does. */
export interface BodyFacts {
  readonly kind: "module" | "start" | "function" | "construct" | "getter" | "inline";
  readonly outer: BodyRef;
  readonly name: string;
  readonly at: At;
  readonly returns: Ref | null;
}

export interface ClassFacts {
  readonly name: string;
  readonly at: At;
  readonly extends: Ref | null;
  readonly construct: BodyRef;
  readonly fields: readonly (readonly [name: string, value: Ref])[];
  readonly statics: readonly (readonly [name: string, value: Ref])[];
}

/** `name` is the exported name, `*` the namespace, `''` a side effect only. `kind`: how it is spelled; `lazy` imports run later or never. */
export interface ImportFacts {
  readonly from: string;
  readonly name: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
  readonly at: At;
}

export interface ExportFacts {
  readonly name: string;
  readonly value: Ref;
  readonly at: At;
}

/** One entry of a registry, as written. `doc`: its doc comment, tags apart, or null. `source`: the text of a default that is no constant. */
export interface EntryFacts {
  readonly name: Ref;
  readonly at: At;
  /** The exported name of the builder, or null where the value is no builder call. */
  readonly builder: string | null;
  /** First argument of `choice`. */
  readonly choices: Ref | null;
  readonly options: readonly OptionFacts[];
  /** Options that cannot be read statically: a spread, a computed key, an argument that is no object literal. */
  readonly open: boolean;
  readonly doc: string | null;
}

export interface OptionFacts {
  readonly name: string;
  readonly value: Ref;
  /** Source text of the value, at most 200 characters. */
  readonly source: string;
  readonly at: At;
  /** Where the elements of a list that is written here stand: of an object, its `name`. */
  readonly items?: readonly At[];
}

/** What `defineEnvs`, `group`, `nested` or an object of builder calls declares. `label`: the category of a group, the prefix of a nest. */
export interface EntrySetFacts {
  readonly made: "registry" | "group" | "nested" | "object";
  readonly at: At;
  readonly label: Ref | null;
  readonly entries: readonly EntryFacts[];
  readonly spreads: readonly { readonly value: Ref; readonly at: At }[];
  readonly options: readonly OptionFacts[];
}

export interface Problem {
  readonly reason: "syntax" | "encoding" | "unreadable" | "too-deep" | "too-large";
  readonly at: At;
  readonly message: string;
}

/** How a parameter is asked for: where its function begins in the file, and its position. */
export function parameterKey([line, column]: At, index: number): string {
  return `(${line}:${column})#${index}`;
}

/** `watched`: the imports (`specifier#name`) and parameters (`parameterKey`) that were asked for; with the content they are the cache key. */
export interface FileFacts {
  readonly version: number;
  readonly path: string;
  readonly watched: readonly string[];
  readonly values: readonly Value[];
  readonly uses: readonly Use[];
  readonly bodies: readonly BodyFacts[];
  readonly classes: readonly ClassFacts[];
  readonly entrySets: readonly EntrySetFacts[];
  readonly imports: readonly ImportFacts[];
  readonly exports: readonly ExportFacts[];
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  readonly problems: readonly Problem[];
  readonly notices: readonly string[];
  readonly shebang: boolean;
}
