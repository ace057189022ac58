import { bool, choice, group, nested, path, str } from "@env-contract/registry";

export const PREFIX = "ACME_";

export const LEVELS = ["debug", "info", "warn"] as const;

/** Entries without a category, for whoever spreads them into a group. */
export const disk = {
  /** Where files are kept. */
  PATH: path({ default: "~/data" }),
  /** Whether files are kept. */
  KEEP: bool({ optional: true }),
};

export const storage = group("storage", nested("ACME_STORAGE", disk));

export const mirror = nested(
  "ACME_MIRROR",
  group("storage", {
    /** How much the mirror says. */
    LEVEL: choice(LEVELS, { default: "warn" }),
  }),
);

export const logging = {
  /** Who reads the log. */
  ACME_LOG_READER: str({ optional: true, category: "log" }),
};
