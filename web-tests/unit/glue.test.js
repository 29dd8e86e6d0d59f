// No sentence is glued in a script, and none is written there: what a reader sees comes from the tables (`say`). A text with
// holes may hold signs and blanks around what was said, but no words; what is shown, named or asked is never a text of the
// script itself; and what was thrown is shown by `sentenceOf` alone, which knows what came from the tables.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import ts from 'typescript';

const FOLDER = new URL('../../web/', import.meta.url);
/** Properties and attributes that readers see or hear. */
const SHOWN = /^(textContent|innerText|title|placeholder|alt|ariaLabel|ariaDescription|aria-label|aria-description|aria-roledescription|aria-valuetext|label)$/;
/** Calls that show or ask; methods of elements that take texts. */
const ASKING = /^(alert|confirm|prompt)$/;
const TAKING = /^(append|prepend|before|after|replaceChildren|replaceWith)$/;
/** The same in every language. */
const NAMES = /\b(ingenio|MB|KB|GB)\b/g;

/** @param {string} text */
const hasWords = (text) => /\p{L}{2,}/u.test(text.replace(/<[^>]*>/g, ' ').replace(NAMES, ' '));

/** The texts of a script that an expression may come to, holes left out. @param {ts.Node} node @returns {string[]} */
function texts(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.flatMap((span) => [span.literal.text, ...texts(span.expression)])];
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return texts(node.expression);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return [...texts(node.left), ...texts(node.right)];
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) return [...texts(node.left), ...texts(node.right)];
  }
  return [];
}

/** Does an expression put what was said beside something else? @param {ts.Node} node @returns {boolean} */
function says(node) {
  if (ts.isCallExpression(node)) return node.expression.getText() === 'say';
  if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => says(span.expression));
  if (ts.isConditionalExpression(node)) return says(node.whenTrue) || says(node.whenFalse);
  if (ts.isParenthesizedExpression(node)) return says(node.expression);
  if (ts.isBinaryExpression(node)) return says(node.left) || says(node.right);
  return false;
}

/** What is wrong with a node itself. @param {ts.Node} node @returns {boolean} */
function isWrong(node) {
  const isMade = ts.isTemplateExpression(node) || (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken);
  if (isMade && says(node) && texts(node).some(hasWords)) return true;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(node.left)) {
    return SHOWN.test(node.left.name.text) && texts(node.right).some(hasWords);
  }
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'message' && /^(problem|error)$/.test(node.expression.getText());
  if (ts.isNewExpression(node)) return /^(Said|Problem)$/.test(node.expression.getText()) && (node.arguments ?? []).flatMap(texts).some(hasWords);
  return ts.isCallExpression(node) && isWrongCall(node);
}

/** @param {ts.CallExpression} call */
function isWrongCall({ expression, arguments: given }) {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === 'setAttribute' && given[0] && texts(given[0]).some((attribute) => SHOWN.test(attribute))) return texts(given[1]).some(hasWords);
  const isTaking = ts.isPropertyAccessExpression(expression) ? TAKING.test(name) : ASKING.test(name);
  return isTaking && given.flatMap(texts).some(hasWords);
}

/** @param {string} name @param {string} code @returns {string[]} */
function glued(name, code) {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (isWrong(node)) found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().slice(0, 120)}`);
    else node.forEachChild(visit);
  };
  visit(file);
  return found;
}

test('no sentence is glued or written in a script', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && name !== 'problem.js');
  assert.ok(names.length > 60, 'the scripts were found');
  assert.deepEqual(names.flatMap((name) => glued(name, readFileSync(new URL(name, FOLDER), 'utf8'))), []);
});

test('what is glued is seen, and what is not is let be', () => {
  for (const wrong of [
    'x.textContent = `solved in ${say("web.time")}`;',
    'const text = say("web.moves") + " and more";',
    'x.textContent = isWon ? "You won" : "";',
    'x.setAttribute("aria-label", "the board");',
    'confirm("Are you sure?");',
    'line.append("moves: ", count);',
    'throw new Said("no such level");',
    'x.textContent = problem.message;',
  ]) assert.equal(glued('x.js', wrong).length, 1, wrong);
  for (const right of [
    'x.textContent = `${say("web.right")} ${why}`;',
    'document.title = `${title} · ingenio`;',
    'const kind = say(`web.stage-${name}`);',
    'x.setAttribute("class", "a long name");',
    'play.textContent = "❚❚";',
    'throw new Error("for whoever reads the console");',
  ]) assert.deepEqual(glued('x.js', right), [], right);
});
