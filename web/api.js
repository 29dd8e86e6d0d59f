// Talking with the server: JSON in, JSON out, problems as sentences.

import { at, isAlone } from './place.js';
import { Said } from './problem.js';
import { say } from './words.js';

/** What the server said no to, in its words. */
export class Problem extends Said {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  if (isAlone) return (await import('./alone.js')).answer(method, path, body);
  const response = await reach(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
  });
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) throw new Problem(response.status, sentence(data) ?? say('web.strange-answer', { status: response.status }));
  return data;
}

/** @param {string} path @param {RequestInit} wish */
async function reach(path, wish) {
  try {
    return await fetch(path, wish);
  } catch {
    throw new Said(say('web.unreachable'));
  }
}

/** What is wrong, and where in a text that was sent. @param {any} problem */
function sentence(problem) {
  const { detail, line, column } = problem ?? {};
  if (!detail || !line) return detail;
  return column ? say('web.at-place', { detail, line, column }) : say('web.at-line', { detail, line });
}

/** Goes to the page of a level that is in no pack. @param {{ puzzle: string, text: string }} level */
export async function goToLevel(level) {
  const { to } = await ask('POST', '/api/levels', level);
  location.assign(at(to));
}
