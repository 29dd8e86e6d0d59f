// An address to share: into the clipboard, or before the eyes where a page may not write there.

import { say } from './words.js';

/** @param {string} address */
export async function copyAddress(address) {
  const said = document.getElementById('said');
  let text = address;
  try {
    await navigator.clipboard.writeText(address);
    text = say('web.copied');
  } catch {
    // The address itself is there to be copied, then.
  }
  if (said) said.textContent = text;
}
