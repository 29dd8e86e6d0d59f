// Something that the page made, as a file of the visitor's.

/** Long enough for every browser to have read it, in milliseconds. */
const LASTS = 60_000;

/** @param {string} name @param {Blob} file */
export function save(name, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LASTS);
}
