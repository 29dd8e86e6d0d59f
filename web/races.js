// The open lobby: calls a race, and shows those that wait for others.

import { ask } from './api.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

/** @typedef {{ code: string, puzzle: string, pack: string | null, levels: number, racers: number, host: string }} Open */

const form = /** @type {HTMLFormElement} */ (document.getElementById('make-race'));
const list = /** @type {HTMLElement} */ (document.getElementById('open-races'));
const none = /** @type {HTMLElement} */ (document.getElementById('no-races'));
/** So often the lobby is looked at, in milliseconds. */
const OFTEN = 4000;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  const complaint = form.querySelector('.complaint');
  const fields = new FormData(form);
  const { level, ghost } = form.dataset;
  const wish = {
    level, pack: fields.get('pack') ?? undefined, levels: Number(fields.get('levels') ?? 1), listed: fields.has('listed'),
    name: fields.get('name') ?? undefined,
  };
  if (button) button.disabled = true;
  try {
    const race = await ask('POST', '/api/races', wish);
    if (ghost) await ask('POST', `/api/races/${race.code}/ghosts`, { play: ghost });
    location.assign(`/race/${race.code}`);
  } catch (problem) {
    if (complaint) complaint.textContent = sentenceOf(problem);
    if (button) button.disabled = false;
  }
});

/** What a pack is called, as the form says it. @param {Open} race */
function whatOf({ pack, puzzle, levels }) {
  const option = pack ? document.querySelector(`#race-pack option[value="${CSS.escape(pack)}"]`) : null;
  const title = option instanceof HTMLOptionElement ? `${option.dataset.puzzle} · ${option.textContent}` : puzzle;
  return say('web.race-open-what', { puzzle: title, levels });
}

/** @param {Open} race */
function line(race) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/race/${race.code}`;
  const host = document.createElement('strong');
  host.translate = false;
  host.textContent = race.host;
  const what = document.createElement('span');
  what.textContent = say('web.race-open-line', { what: whatOf(race), racers: race.racers });
  link.append(host, ' ', what);
  item.append(link);
  return item;
}

async function look() {
  if (document.hidden) return;
  try {
    const races = /** @type {Open[]} */ (await ask('GET', '/api/races'));
    const lines = races.map(line);
    const shown = lines.map((item) => item.outerHTML).join('');
    // What has the focus keeps it.
    if (shown !== list.innerHTML) list.replaceChildren(...lines);
    none.hidden = races.length > 0;
  } catch {
    // The next look may go better.
  }
}

void look();
setInterval(() => void look(), OFTEN);
document.addEventListener('visibilitychange', () => void look());
