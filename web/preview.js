// Levels to look at: a text is opened by the rules in the page, and its board is drawn.

import { Board } from './board.js';

/** What the rules make of a text: a board, or why it is none. @param {import('./rules.js').Rules} rules @param {{ puzzle: string, text: string }} level @returns {any} */
export function opened(rules, { puzzle, text }) {
  const language = document.documentElement.lang;
  return rules.ask({ ask: 'open', puzzle, level: text, aim: null, mode: 'relax', language, events: [] });
}

/** The board of a level as a picture; nothing where the text is none. @param {import('./rules.js').Rules} rules @param {{ puzzle: string, text: string }} level */
export function drawn(rules, level) {
  const told = opened(rules, level);
  if (told.is !== 'board') return null;
  const host = document.createElement('div');
  host.className = 'board preview';
  new Board(host).show(told.board);
  return host;
}
