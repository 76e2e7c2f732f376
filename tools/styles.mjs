// Lowers styles to features that the oldest browsers support (tools/floor.toml), and minifies them.
// Reads {"floor": {"chrome": "111", …}, "styles": {"name": "text", …}} and writes {"name": "text", …}.
import { readFileSync } from "node:fs";
import { transform } from "lightningcss";

const { floor, styles } = JSON.parse(readFileSync(0, "utf-8"));
const number = (version) => {
  const [major, minor = 0] = version.split(".").map(Number);
  return (major << 16) | (minor << 8);
};
const targets = Object.fromEntries(Object.entries(floor).map(([name, version]) => [name, number(version)]));
targets.ios_saf = targets.safari;

const lowered = {};
for (const [filename, text] of Object.entries(styles)) {
  const { code, warnings } = transform({ filename, code: Buffer.from(text), targets, minify: true });
  for (const { message, loc } of warnings) throw new Error(`${filename}:${loc.line}: ${message}`);
  lowered[filename] = code.toString();
}
process.stdout.write(JSON.stringify(lowered));
