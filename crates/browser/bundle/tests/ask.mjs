// Asks a module of WebAssembly what stands in a file, a request a line, and prints its answers, a line each.

import { readFileSync } from 'node:fs';

const [file, requests] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const broke = (at, size) => { throw new Error(read(at, size)); };
const { exports } = new WebAssembly.Instance(module, { page: { now: () => 0, tell: broke } });

function read(at, size) {
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, size));
}

const answers = [];
for (const request of readFileSync(requests, 'utf8').split('\n').filter(Boolean)) {
  const text = new TextEncoder().encode(request);
  const at = exports.alloc(text.length);
  new Uint8Array(exports.memory.buffer, at, text.length).set(text);
  const answer = BigInt.asUintN(64, exports.call(at, text.length));
  const [place, size] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
  answers.push(read(place, size));
  exports.free(place, size);
}
process.stdout.write(answers.join('\n'));
