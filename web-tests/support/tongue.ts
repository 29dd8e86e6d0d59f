// What a page says in another language, read from the tables themselves: the English sentences as the program lists
// them, the others from their file. A name that a test knows in English is looked up as a reader would meet it.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { PROGRAM } from './server.ts';

type Sentences = Map<string, string>;

function read(text: string): Sentences {
  const lines = [...text.matchAll(/^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")/gm)];
  return new Map(lines.map(([, id, said]) => [JSON.parse(id) as string, JSON.parse(said) as string]));
}

let english: Sentences | undefined;

/** The English sentences: a language that nobody has written lacks all of them. */
function ofProgram(): Sentences {
  const told = () => spawnSync(PROGRAM, ['languages', 'xx', '--missing'], { encoding: 'utf8' }).stdout;
  return (english ??= read(told()));
}

/** Which names a player meets on a board. */
const NAMES = /^(page\.(up|down|left|right|review|undo)|web\.(cell|ground-\w+|in-place)|\w+\.(player|box|tile|block|target|end|pipe)-here)$/;

const FOLDER = fileURLToPath(new URL('../../languages/', import.meta.url));

export class Tongue {
  private readonly own: Sentences;
  /** As its speakers call it. */
  readonly name: string;

  constructor(readonly code: string) {
    const text = readFileSync(`${FOLDER}${code}.toml`, 'utf8');
    this.own = read(text);
    this.name = /^name = "(.*)"$/m.exec(text)?.[1] ?? '';
  }

  /** A sentence by its id. Counts are not needed for names. */
  say(id: string, values: Record<string, string> = {}): string {
    const text = this.own.get(id);
    if (text === undefined) throw new Error(`${this.code} lacks ${id}`);
    return text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
  }

  /** What a name in English is called here: whole, and what stands in its holes. */
  of(name: string): string {
    // The longest first: "tile {label}" would take "tile with top {top}, ..." as well.
    const known = [...ofProgram()].filter(([id]) => NAMES.test(id)).sort(([, one], [, other]) => other.length - one.length);
    for (const [id, template] of known) {
      const holes = [...template.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole);
      const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)');
      const found = new RegExp(`^${pattern}$`).exec(name);
      if (!found) continue;
      const values = holes.map((hole, at) => [hole, hole === 'what' ? this.of(found[at + 1]) : found[at + 1]]);
      return this.say(id, Object.fromEntries(values) as Record<string, string>);
    }
    throw new Error(`no sentence reads "${name}"`);
  }
}

/** Every language that has a table. */
export const TONGUES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.toml'))
  .map((file) => new Tongue(file.replace('.toml', '')));
