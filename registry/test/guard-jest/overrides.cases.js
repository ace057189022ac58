const { defineEnvs, int } = require("@env-contract/registry");

const envs = defineEnvs({ ACME_PORT: int({ default: 1, category: "c" }), ACME_SIZE: int({ default: 1, category: "c" }) }, { categories: ["c"], source: {} });

test("leaks", () => {
  envs.ACME_PORT.override(2);
});
test("finds nothing left by the one before", () => expect(envs.ACME_PORT.get()).toBe(1));
test("runs a callback", () => envs.ACME_PORT.override(2, () => expect(envs.ACME_PORT.get()).toBe(2)));

describe("restored in afterEach", () => {
  let kept;
  afterEach(() => kept.restore());
  test("keeps", () => {
    kept = envs.ACME_PORT.override(2);
  });
});

describe("made in beforeAll", () => {
  beforeAll(() => void envs.ACME_SIZE.override(2));
  test("stands in the first test", () => expect(envs.ACME_SIZE.get()).toBe(2));
  test("stands in the second test", () => expect(envs.ACME_SIZE.get()).toBe(2));
});
