/** 1,500 files of 60 functions, each with one use of the environment: 90,000. */
const WAYS = [
  (name) => `  return process.env.${name};`,
  (name) => `  return process.env["${name}"] ?? "none";`,
  (name) => `  const { ${name}: value } = process.env;\n  return value;`,
];

/** Yields `[path, text]` for each file. */
export function* dense(files) {
  yield ["package.json", `${JSON.stringify({ name: "shop", private: true, type: "module" }, null, 2)}\n`];
  for (let file = 0; file < files; file++) {
    let text = "";
    for (let index = 0; index < 60; index++) {
      text += `/** Whether setting ${index} of part ${file} is there, and what it says. */\nexport function setting${index}(fallback: string): string | undefined {\n  if (fallback.length > ${index}) console.log(\`part ${file} has \${fallback}\`);\n${WAYS[(file + index) % 3](`ACME_PART_${index}`)}\n}\n\n`;
    }
    yield [`src/part${Math.floor(file / 50)}/file${file}.ts`, text];
  }
}
