// The editor: a draft that is painted, turned and cut by the engines in this page, with the doctor beside it. A draft
// is a text, so going back is sending the text of before. It stays in this browser until it is published.

import { ask, goToLevel } from './api.js';
import { copyAddress } from './copy.js';
import { Doctor } from './doctor.js';
import { DraftBoard } from './draft-board.js';
import { at, isAlone } from './place.js';
import { Said, sentenceOf } from './problem.js';
import { save } from './save.js';
import { prepare, think, Thinker } from './thinker.js';
import { say } from './words.js';

/**
 * @typedef {{ name: string, said: string, reach: 'cells' | 'sides' | 'drags', moves: boolean, picture: string | null }} Brush
 * @typedef {{ name: string, said: string, now: string, values: [string, string][] }} Choice
 * @typedef {{ puzzle: string, draft: string, text: string, board: import('./board.js').BoardData, brushes: Brush[],
 *   choices: Choice[], fault: string | null, id: string | null, refused: string | null, title: string | null, author: string | null }} Told
 */

/** Who goes on painting is not interrupted: so long after the last touch the doctor begins, in milliseconds. */
const PATIENCE = 1500;
/** And works so long, in seconds. */
const LIVE_SECONDS = '5';
/** Letters of an address that every place takes. */
const LONGEST_LINK = 4000;
/** Around the cells of a drawing, in its own units: the frame of a board is there. */
const MARGIN = 30;
/** Drafts of before that are kept. */
const MOST_BACK = 500;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const puzzle = /** @type {HTMLSelectElement} */ (byId('puzzle'));
const field = /** @type {HTMLTextAreaElement} */ (byId('text'));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('publish'));
/** Painting never waits for the doctor: it has a worker of its own. */
const painter = new Thinker({ module: () => prepare() });

class Editor {
  constructor() {
    this.board = new DraftBoard(byId('board'), (touch) => this.touch(touch), (said) => { byId('refused').textContent = said; });
    /** @type {Told | null} */
    this.told = null;
    /** @type {string[]} */
    this.back = [];
    /** @type {string[]} */
    this.forth = [];
    this.brush = '';
    /** What the brushes look like that are shown. */
    this.looks = '';
    byId('brushes').addEventListener('change', (event) => {
      if (event.target instanceof HTMLInputElement) this.choose(event.target.value);
    });
    /** The published level of which this is to be a version. @type {string | null} */
    this.of = null;
    /** @type {Promise<void>} one thing after the other */
    this.queue = Promise.resolve();
    /** @type {{ text: string, solution: string } | null} */
    this.solved = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const mend = { said: say('web.edit-mend'), act: async (/** @type {{ text: string }} */ { text }) => this.take(text) };
    this.doctor = new Doctor(byId('doctor'), () => this.patient(), mend, (found) => this.examined(found));
    /** @type {HTMLInputElement} */ (document.getElementById('doctor-seconds')).value = LIVE_SECONDS;
  }

  patient() {
    if (!this.told) throw new Said(say('web.unreachable'));
    return { puzzle: this.told.puzzle, text: this.told.text };
  }

  /** @param {any} found what the doctor found: a solution is kept for the referee, and cells are pointed at */
  examined(found) {
    const solution = found.answer?.solution;
    if (solution && this.told) this.solved = { text: this.told.text, solution };
    // What is not needed is named; what is to blame is pointed at.
    const blamed = (found.diagnosis?.complaints ?? []).filter((/** @type {any} */ one) => one.kind !== 'superfluous');
    const cells = blamed.flatMap((/** @type {any} */ one) => one.parts.flatMap((/** @type {any} */ part) => part.cells));
    this.board.look(cells);
  }

  // --- the draft ---

  /** Does steps on a draft, one request after the other. @param {object[]} steps @param {string | null} [from] */
  do(steps, from) {
    const work = async () => {
      const draft = from === undefined ? this.told?.draft ?? null : from;
      const told = await painter.think({ ask: 'edit', puzzle: puzzle.value, draft, steps, brush: this.brush });
      this.note(told, from === undefined && steps.length > 0);
    };
    this.queue = this.queue.then(work).catch((problem) => { byId('refused').textContent = message(problem); });
    return this.queue;
  }

  /** @param {Told} told @param {boolean} isStep can one go back behind it? */
  note(told, isStep) {
    const before = this.told?.draft;
    if (isStep && before !== undefined && before !== told.draft) {
      this.back = [...this.back, before].slice(-MOST_BACK);
      this.forth = [];
    }
    byId('refused').textContent = told.refused ?? '';
    const isNew = this.told?.text !== told.text;
    this.told = told;
    this.show();
    if (isNew) this.changed();
  }

  /** Another text takes the place of the draft; one can go back to what was there. @param {string} text */
  async take(text) {
    const told = await painter.think({ ask: 'edit', puzzle: puzzle.value, draft: text, brush: this.brush });
    this.note(told, true);
  }

  changed() {
    this.doctor.forget();
    this.solved = null;
    clearTimeout(this.timer);
    const panel = /** @type {HTMLDetailsElement} */ (byId('doctor'));
    this.timer = setTimeout(() => { if (panel.open) void this.doctor.examine(); }, PATIENCE);
    try {
      if (this.told) localStorage.setItem(`draft ${this.told.puzzle}`, this.told.draft);
    } catch {
      // There is no room: the draft lives as long as the page.
    }
  }

  /** Back to the draft of before, or forth again. @param {'back' | 'forth'} from */
  go(from) {
    const to = from === 'back' ? 'forth' : 'back';
    const work = async () => {
      const draft = this[from].pop();
      if (draft === undefined || !this.told) return;
      this[to].push(this.told.draft);
      this.note(await painter.think({ ask: 'edit', puzzle: puzzle.value, draft, brush: this.brush }), false);
    };
    this.queue = this.queue.then(work).catch((problem) => { byId('refused').textContent = message(problem); });
  }

  /** @param {import('./draft-board.js').Touch} touch */
  touch(touch) {
    const { brush } = this;
    if ('cells' in touch) void this.do([{ do: 'paint', brush, cells: touch.cells }]);
    else if ('side' in touch) void this.do([{ do: 'side', brush, ...touch }]);
    else void this.do([{ do: 'drag', brush, ...touch }]);
  }

  // --- what is seen ---

  show() {
    const { told } = this;
    if (!told) return;
    this.board.still(() => this.board.show(told.board));
    this.showBrushes(told.brushes);
    byId('choices').replaceChildren(...told.choices.flatMap((choice) => this.choice(choice)));
    byId('size').textContent = say('web.edit-size', { columns: told.board.columns, rows: told.board.rows });
    byId('state').textContent = told.fault ? say('web.edit-not-yet', { why: told.fault }) : say('web.edit-level');
    byId('state').className = told.fault ? 'not-yet' : 'good';
    if (document.activeElement !== field) field.value = told.text;
    for (const name of ['try', 'share']) /** @type {HTMLButtonElement} */ (byId(name)).disabled = Boolean(told.fault);
    for (const [name, list] of /** @type {[string, string[]][]} */ ([['undo', this.back], ['redo', this.forth]])) {
      const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-do=${name}]`));
      if (button) button.disabled = list.length === 0;
    }
  }

  /** @param {Brush[]} brushes */
  showBrushes(brushes) {
    const group = byId('brushes');
    const looks = brushes.map(({ name, said, picture }) => `${name} ${said} ${picture ?? ''}`).join('\n');
    if (!brushes.some(({ name }) => name === this.brush)) this.brush = brushes[0]?.name ?? '';
    if (this.looks !== looks) {
      this.looks = looks;
      const chosen = document.activeElement instanceof HTMLInputElement && group.contains(document.activeElement);
      group.replaceChildren(/** @type {Element} */ (group.querySelector('legend')), ...brushes.map(brushOf));
      // Who goes from brush to brush with keys is not thrown out by a new one.
      if (chosen) /** @type {HTMLInputElement | null} */ (group.querySelector(`input[value="${CSS.escape(this.brush)}"]`))?.focus();
    }
    const now = brushes.find(({ name }) => name === this.brush);
    for (const input of group.querySelectorAll('input')) input.checked = input.value === this.brush;
    if (now && this.board.reach !== now.reach) this.board.use(now.reach);
    byId('brush').textContent = now?.said ?? '';
    byId('hint').textContent = now ? say(`web.edit-${now.reach}`) : '';
  }

  /** @param {string} name of a brush */
  choose(name) {
    this.brush = name;
    // Before the answer is here: the next touch is one of this brush already.
    this.showBrushes(this.told?.brushes ?? []);
    this.board.forgetStart();
    // Some brushes show another side of the level.
    void this.do([]);
  }

  /** @param {Choice} choice */
  choice({ name, said, now, values }) {
    const label = document.createElement('label');
    label.htmlFor = `choice-${name}`;
    label.textContent = said;
    const select = document.createElement('select');
    select.id = `choice-${name}`;
    select.append(...values.map(([value, text]) => new Option(text, value, value === now, value === now)));
    select.addEventListener('change', () => void this.do([{ do: 'choose', name, value: select.value }]));
    return [label, select];
  }

  /** A key that chooses a brush: its own sign, or its place. @param {string} key */
  brushFor(key) {
    const brushes = this.told?.brushes ?? [];
    const own = brushes.find(({ said }) => said.toLowerCase() === key.toLowerCase());
    return own ?? (/^[1-9]$/.test(key) ? brushes[Number(key) - 1] : undefined);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const onBoard = event.target instanceof Node && byId('board').contains(event.target);
    const isText = event.target instanceof HTMLElement && event.target.closest('input:not([type=radio]), textarea, select');
    if ((event.ctrlKey || event.metaKey) && !isText && ['z', 'y'].includes(event.key.toLowerCase())) {
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) this.go('forth');
      else this.go('back');
      return;
    }
    if (!onBoard || document.querySelector('dialog[open]')) return;
    if (this.board.key(event)) {
      event.preventDefault();
      return;
    }
    const brush = event.ctrlKey || event.metaKey || event.altKey ? undefined : this.brushFor(event.key);
    if (brush) this.choose(brush.name);
  }

  // --- ways in and out ---

  /** What the address asks for, or the draft of last time. */
  async begin() {
    const asked = new URLSearchParams(location.search);
    const link = new URLSearchParams(location.hash.slice(1));
    const wanted = link.get('puzzle') ?? asked.get('puzzle');
    if (wanted && [...puzzle.options].some(({ value }) => value === wanted)) puzzle.value = wanted;
    this.of = asked.get('of');
    const again = document.getElementById('again');
    if (again) again.hidden = !this.of;
    try {
      const text = link.get('level') ?? (await textOf(asked.get('level')));
      if (text !== null) {
        const kept = this.kept();
        this.forget();
        await this.take(text);
        if (kept !== null && kept !== this.told?.draft) this.keepBehind(kept);
        // From now on it is a draft like any other: who comes back finds what they made of it.
        const address = new URLSearchParams({ puzzle: puzzle.value, ...(this.of && { of: this.of }) });
        history.replaceState(null, '', `${location.pathname}?${address}`);
        return;
      }
    } catch (problem) {
      byId('said').textContent = say('web.edit-bad-link', { why: message(problem) });
    }
    await this.resume();
  }

  /** The draft of the chosen puzzle that this browser keeps, if it does. */
  kept() {
    try {
      return localStorage.getItem(`draft ${puzzle.value}`);
    } catch {
      return null;
    }
  }

  forget() {
    this.told = null;
    [this.back, this.forth] = [[], []];
  }

  /** A level from elsewhere took the place of one's own draft, which is one step back. @param {string} draft */
  keepBehind(draft) {
    this.back = [draft];
    byId('said').textContent = say('web.edit-kept-draft');
    this.show();
  }

  /** The draft of the chosen puzzle that this browser keeps, or a new one. */
  async resume() {
    this.forget();
    await this.do([], this.kept());
    // A draft that cannot be read any more makes room for a new one.
    if (!this.told) await this.do([], null);
  }

  share() {
    if (!this.told) return;
    const { puzzle: name, text } = this.told;
    const link = new URL(at('/open'), location.href);
    link.search = new URLSearchParams({ puzzle: name, text }).toString();
    if (link.href.length > LONGEST_LINK) byId('said').textContent = say('web.edit-too-long');
    else void copyAddress(link.href);
  }

  async tryOut() {
    if (!this.told) return;
    try {
      await goToLevel({ puzzle: this.told.puzzle, text: this.told.text });
    } catch (problem) {
      byId('said').textContent = message(problem);
    }
  }

  /** The solution that the doctor found, or one that is looked for now. */
  async solution() {
    if (!this.told || this.solved?.text === this.told.text) return this.solved?.solution ?? null;
    byId('said').textContent = say('web.edit-solving');
    const { puzzle: name, text } = this.told;
    this.doctor.forget();
    try {
      const solved = await think({ ask: 'solve', puzzle: name, level: text, seconds: 20 });
      return solved.answer?.solution ?? null;
    } catch {
      // The server says what is missing.
      return null;
    } finally {
      byId('said').textContent = '';
    }
  }

  /** @param {HTMLFormElement} form */
  async publish(form) {
    if (!this.told) return;
    const complaint = /** @type {HTMLElement} */ (form.querySelector('.complaint'));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    const wish = new FormData(form);
    complaint.textContent = '';
    button.disabled = true;
    try {
      const solution = await this.solution();
      const { puzzle: name, text } = this.told;
      const told = await ask('POST', '/api/made', {
        puzzle: name, text, solution, title: wish.get('title'), credit: wish.get('credit'), listed: wish.get('listed') !== null, of: this.of,
      });
      location.assign(at(told.to));
    } catch (problem) {
      complaint.textContent = message(problem);
    } finally {
      button.disabled = false;
    }
  }
}

/** A button that looks like what the brush leaves behind, and is named by its word. @param {Brush} brush */
function brushOf({ name, said, moves, picture }) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.type = 'radio';
  input.name = 'brush';
  input.value = name;
  const look = document.createElement('span');
  label.append(input, look);
  label.title = said;
  if (!picture) {
    look.textContent = said;
    return label;
  }
  input.setAttribute('aria-label', said);
  look.setAttribute('aria-hidden', 'true');
  look.className = moves ? 'picture moves' : 'picture';
  look.innerHTML = picture;
  const drawing = look.querySelector('svg');
  const [, , width, height] = (drawing?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  // The cells without the margin around them, where a board has its frame.
  drawing?.setAttribute('viewBox', `${MARGIN} ${MARGIN} ${width - 2 * MARGIN} ${height - 2 * MARGIN}`);
  return label;
}

/** @param {unknown} problem */
function message(problem) {
  return sentenceOf(problem);
}

/** The text of a level that the server knows. @param {string | null} id @returns {Promise<string | null>} */
async function textOf(id) {
  if (!id || isAlone) return null;
  return (await ask('GET', `/api/levels/${encodeURIComponent(id)}`)).text;
}

if (document.getElementById('board')) {
  const editor = new Editor();
  const steps = ['rotate', 'mirror', 'trim', 'grow', 'shrink'];
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
    if (!(button instanceof HTMLElement)) return;
    const { do: name = '', side } = button.dataset;
    if (name === 'undo') editor.go('back');
    else if (name === 'redo') editor.go('forth');
    else if (steps.includes(name)) void editor.do([{ do: name, side: side ?? '' }]);
    else if (name === 'blank' && editor.told) void editor.do([{ do: 'blank', columns: editor.told.board.columns, rows: editor.told.board.rows }]);
  });
  document.addEventListener('keydown', (event) => editor.press(event));
  puzzle.addEventListener('change', () => { editor.of = null; void editor.resume(); });
  byId('take').addEventListener('click', () => editor.take(field.value).catch((problem) => { byId('refused').textContent = message(problem); }));
  byId('download').addEventListener('click', () => save(`${puzzle.value}.txt`, new Blob([field.value], { type: 'text/plain' })));
  byId('try').addEventListener('click', () => void editor.tryOut());
  byId('share').addEventListener('click', () => editor.share());
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void editor.publish(form);
  });
  addEventListener('hashchange', () => void editor.begin());
  /** @type {HTMLDetailsElement} */ (byId('doctor')).open = true;
  await editor.begin();
}
