// Lowers styles to features that the oldest browsers support (tools/floor.toml), and minifies them.
// It also writes “.a :is(.b, .c)” as “.a .b, .a .c”, see apart().
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

const SIMPLE = ["active", "checked", "disabled", "empty", "first-child", "first-of-type", "focus-visible", "hover",
  "last-child", "last-of-type", "nth-child", "nth-last-child", "nth-of-type", "only-child"];

/** The specificity of a compound selector as a text, or null if it has parts that are not plain. */
function specificity(compound) {
  const [ids, classes, types] = [[], [], []];
  for (const part of compound) {
    if (part.type === "id") ids.push(part);
    else if (part.type === "class" || part.type === "attribute") classes.push(part);
    else if (part.type === "type") types.push(part);
    else if (part.type === "pseudo-class" && SIMPLE.includes(part.kind) && !part.of) classes.push(part);
    else return null;
  }
  return `${ids.length} ${classes.length} ${types.length}`;
}

/**
 * Writes an “:is(…)” at the end of a selector as several selectors, if these are equally specific.
 *
 * Chromium looks up rules by the class, id or name at their end. It tries a rule that ends with a choice
 * at each element of the page: 63 such rules took 70% of the time in which it matched the rules of the table.
 */
function apart(selector) {
  const end = selector.findLastIndex((part) => part.type === "combinator") + 1;
  const compound = selector.slice(end);
  const place = compound.findIndex((part) => part.type === "pseudo-class" && part.kind === "is");
  if (place < 0) return;
  const others = compound.filter((_, n) => n !== place);
  // It is looked up by these.
  if (others.some((part) => ["id", "class", "type", "attribute"].includes(part.type))) return;
  const arms = compound[place].selectors;
  const weights = new Set(arms.map(specificity));
  if (weights.size !== 1 || weights.has(null)) return;
  return arms.map((arm) => [...selector.slice(0, end), ...arm, ...others]);
}

const lowered = {};
for (const [filename, text] of Object.entries(styles)) {
  const { code, warnings } = transform({ filename, code: Buffer.from(text), targets, minify: true, visitor: { Selector: apart } });
  for (const { message, loc } of warnings) throw new Error(`${filename}:${loc.line}: ${message}`);
  lowered[filename] = code.toString();
}
process.stdout.write(JSON.stringify(lowered));
