// What went wrong, as a sentence for its reader. A sentence of ours is shown as it is; what a browser says is in a language
// of its own, so it is quoted within one of ours.

import { say } from './words.js';

/** What can be shown as it stands: it came from the tables. */
export class Said extends Error {}

/** @param {unknown} problem whatever was thrown */
export function sentenceOf(problem) {
  if (problem instanceof Said) return problem.message;
  const { name, message } = problem instanceof Error ? problem : { name: '', message: String(problem) };
  // Every browser has its own words for a network that is not there.
  if (name === 'TypeError' && /fetch|network|load failed/i.test(message)) return say('web.unreachable');
  return say('web.went-wrong', { error: message || name });
}
