// Where things are. At a server every address begins with a slash; an edition without a server lies in a folder
// anywhere, as files.

/** Is there no server behind this page? */
export const isAlone = globalThis.document?.documentElement.dataset?.edition === 'alone';

/** The folder of the edition: scripts lie two folders below it. What is the same in every language lies there. */
const ROOT = new URL('../../', import.meta.url);
/** The folder of the pages in this language, as the page itself says. */
const HOME = isAlone ? new URL('./', new URL(document.documentElement.dataset.home ?? '', document.baseURI)) : ROOT;

/** Where an address of a server is here. @param {string} address */
export function at(address) {
  if (!isAlone || !address.startsWith('/')) return address;
  const [path, behind] = /** @type {[string, string]} */ (/** @type {RegExpExecArray} */ (/^\/([^?#]*)(.*)$/s.exec(address)).slice(1));
  const file = path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`;
  return new URL(file + behind, path.startsWith('solutions/') ? ROOT : HOME).href;
}
