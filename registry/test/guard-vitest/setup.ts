import { afterEach, beforeEach } from "vitest";
import { guardOverrides } from "../../src/testing.ts";

guardOverrides({ beforeEach, afterEach });
