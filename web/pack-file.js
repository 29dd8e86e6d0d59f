// The files of packs: what tells them from the texts of levels.

/** No level of ours has such a line. @param {string} text */
export function isPackFile(text) {
  return /^\[\[levels\]\]\s*$/m.test(text);
}
