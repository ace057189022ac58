// The hooks of Jest are globals.
require("@env-contract/registry/testing").guardOverrides();
