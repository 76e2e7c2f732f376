// Lists the browser features that styles and scripts use, in MDN's names, as far as their syntax shows
// them.  Reads {"styles": {"name": "text", …}, "scripts": {…}} and writes {"name": [[kind, …], …], …}.
// The kinds for a style are property, value, function, at-rule, media, pseudo, unit and key. Those for a
// script are global, member (with the object, if that is a name) and key. A key is an address in MDN's
// data (tools/floor.py looks it up).
import { readFileSync } from "node:fs";
import { parse as parseScript } from "acorn";
import { parse as parseStyle, walk as walkStyle } from "css-tree";

// ---- styles ---------------------------------------------------------------------------------

const UNITS = [
  [/^d(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_dynamic"],
  [/^s(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_small"],
  [/^l(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_large"],
  [/^cq(w|h|i|b|min|max)$/, "container_query_length_units"],
];

function ofStyle(text) {
  const uses = [];
  const wrong = (error) => {
    throw error;
  };
  const tree = parseStyle(text, { parseCustomProperty: true, onParseError: wrong });
  walkStyle(tree, function (node) {
    switch (node.type) {
      case "Declaration":
        uses.push(["property", node.property, this.atrule?.name ?? ""]);
        break;
      case "Identifier":
        if (this.declaration && !node.name.startsWith("--"))
          uses.push(["value", this.declaration.property, node.name]);
        break;
      case "Function": {
        uses.push(["function", this.declaration?.property ?? "", node.name]);
        if (node.children.first?.name === "from") uses.push(["key", `css.types.color.${node.name}.relative_syntax`]);
        const backdrop = this.rule?.prelude.children?.some?.(({ children }) =>
          children.some(({ type, name }) => type === "PseudoElementSelector" && name === "backdrop"));
        if (node.name === "var" && backdrop) uses.push(["key", "css.selectors.backdrop.inherit_from_originating_element"]);
        break;
      }
      case "Dimension": {
        const known = UNITS.find(([units]) => units.test(node.unit));
        uses.push(["unit", known ? known[1] : node.unit]);
        break;
      }
      case "Atrule":
        uses.push(["at-rule", node.name]);
        break;
      case "Feature":
        uses.push(["media", node.name]);
        break;
      case "FeatureRange":
        uses.push(["key", "css.at-rules.media.range_syntax"]);
        break;
      case "PseudoClassSelector":
      case "PseudoElementSelector":
        uses.push(["pseudo", node.name]);
        break;
      case "NestingSelector":
        uses.push(["key", "css.selectors.nesting"]);
        break;
      case "Rule":
        if (this.rule && this.rule !== node) uses.push(["key", "css.selectors.nesting"]);
        break;
    }
  });
  return uses;
}

// ---- scripts --------------------------------------------------------------------------------

const OPERATORS = {
  "??": "nullish_coalescing", "??=": "nullish_coalescing_assignment", "||=": "logical_or_assignment",
  "&&=": "logical_and_assignment", "**": "exponentiation", "**=": "exponentiation_assignment",
};
const FLAGS = { d: "hasIndices", s: "dotAll", u: "unicode", v: "unicodeSets", y: "sticky" };
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function ofRegExp({ pattern, flags }) {
  const keys = [...flags].filter((flag) => FLAGS[flag]).map((flag) => `builtins.RegExp.${FLAGS[flag]}`);
  if (/\(\?<[=!]/.test(pattern)) keys.push("regular_expressions.lookbehind_assertion");
  if (/\(\?<[^=!]/.test(pattern)) keys.push("regular_expressions.named_capturing_group");
  if (/\(\?[ims]*-?[ims]+:/.test(pattern)) keys.push("regular_expressions.modifier");
  if (/\\[pP]\{/.test(pattern)) keys.push("regular_expressions.unicode_character_class_escape");
  return keys;
}

/** The addresses in MDN's `javascript` for a node's own syntax. */
function syntax(node, inFunction) {
  switch (node.type) {
    case "StaticBlock": return ["classes.static.initialization_blocks"];
    case "PropertyDefinition": return ["classes.public_class_fields"];
    case "PrivateIdentifier": return ["classes.private_class_fields"];
    case "ChainExpression": return ["operators.optional_chaining"];
    case "LogicalExpression":
    case "AssignmentExpression":
    case "BinaryExpression":
      return [
        ...(OPERATORS[node.operator] ? [`operators.${OPERATORS[node.operator]}`] : []),
        ...(node.left.type === "PrivateIdentifier" ? ["classes.private_class_fields_in"] : []),
      ];
    case "AwaitExpression": return inFunction ? [] : ["operators.await.top_level"];
    case "ForOfStatement": return node.await ? ["statements.for_await_of"] : [];
    case "ImportExpression": return ["operators.import", ...(node.options ? ["operators.import.options_parameter"] : [])];
    case "ImportDeclaration": return ["statements.import", ...(node.attributes?.length ? ["statements.import.import_attributes"] : [])];
    case "MetaProperty": return node.meta.name === "import" ? ["operators.import_meta"] : [];
    case "VariableDeclaration": return /using/.test(node.kind) ? [`statements.${node.kind.replace(" ", "_")}`] : [];
    case "CatchClause": return node.param ? [] : ["statements.try_catch.optional_catch_binding"];
    case "Literal":
      if (node.regex) return ofRegExp(node.regex);
      return /^\d[\d_]*_/.test(node.raw) ? ["grammar.numeric_separators"] : [];
    default: return [];
  }
}

/** Names that a script defines itself, regardless of scope. */
function named(node, names) {
  if (!node) return;
  switch (node.type) {
    case "Identifier": names.add(node.name); break;
    case "ObjectPattern": for (const one of node.properties) named(one.value ?? one.argument, names); break;
    case "ArrayPattern": for (const one of node.elements) named(one, names); break;
    case "AssignmentPattern": named(node.left, names); break;
    case "RestElement": named(node.argument, names); break;
  }
}

function ofScript(text) {
  const tree = parse(text);
  const uses = [];
  const own = new Set(["undefined", "arguments", "NaN", "Infinity"]);
  const visit = (node, parent, inFunction) => {
    for (const key of syntax(node, inFunction)) uses.push(["key", `javascript.${key}`]);
    if (FUNCTIONS.has(node.type)) {
      named(node.id, own);
      for (const parameter of node.params) named(parameter, own);
    }
    if (node.type === "VariableDeclarator" || node.type === "ClassDeclaration") named(node.id, own);
    if (node.type === "CatchClause") named(node.param, own);
    if (/^Import.*Specifier$/.test(node.type)) named(node.local, own);
    if (node.type === "MemberExpression") {
      const name = node.computed ? node.property.type === "Literal" && node.property.value : node.property.name;
      const of = node.object.type === "Identifier" ? node.object.name : "";
      if (typeof name === "string") uses.push(["member", of, name]);
    }
    if (node.type === "Identifier" && refers(node, parent)) uses.push(["global", node.name]);
    for (const [place, value] of Object.entries(node)) {
      if (place === "type" || !value || typeof value !== "object") continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child?.type) visit(child, node, inFunction || FUNCTIONS.has(node.type));
    }
  };
  visit(tree, null, false);
  // A name that the script defines is not a browser feature, but its members may be.
  return uses
    .filter(([kind, name]) => kind !== "global" || !own.has(name))
    .map((use) => (use[0] === "member" && own.has(use[1]) ? ["member", "", use[2]] : use));
}

/** Whether an identifier refers to a value, and is not the name of a property or a label. */
function refers(node, parent) {
  if (parent?.type === "MemberExpression") return parent.object === node || parent.computed;
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent?.type)) return parent.value === node || parent.computed;
  return !/Specifier$|^LabeledStatement$|^BreakStatement$|^ContinueStatement$|^MetaProperty$/.test(parent?.type);
}

function parse(text) {
  try {
    return parseScript(text, { ecmaVersion: "latest", sourceType: "module" });
  } catch {
    return parseScript(text, { ecmaVersion: "latest", sourceType: "script" });
  }
}

const { styles = {}, scripts = {} } = JSON.parse(readFileSync(0, "utf-8"));
const once = (uses) => [...new Set(uses.map((use) => JSON.stringify(use)))].map((use) => JSON.parse(use));
const all = {};
for (const [name, text] of Object.entries(styles)) all[name] = once(ofStyle(text));
for (const [name, text] of Object.entries(scripts)) all[name] = once(ofScript(text));
process.stdout.write(JSON.stringify(all));
