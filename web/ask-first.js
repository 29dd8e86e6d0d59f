// A question before something that cannot be taken back. Whoever closes it has said no.

/** @param {string} question @returns {Promise<boolean>} */
export function askFirst(question) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('ask-first'));
  const asked = document.getElementById('asked');
  if (asked) asked.textContent = question;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener('close', () => answer(dialog.returnValue === 'yes'), { once: true }));
}
