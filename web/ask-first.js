// A question before something that cannot be taken back. Whoever closes it has said no.

/** @param {string} question @returns {Promise<boolean>} */
export async function askFirst(question) {
  return (await put(question)) === 'yes';
}

/** The same with answers of its own; nothing where it is closed. @param {string} question @param {string} yes @param {string} no @returns {Promise<'yes' | 'no' | ''>} */
export async function askWhich(question, yes, no) {
  const buttons = [...document.querySelectorAll('#ask-first button')];
  const usual = buttons.map((button) => button.textContent);
  [yes, no].forEach((word, at) => (buttons[at].textContent = word));
  const answer = await put(question);
  usual.forEach((word, at) => (buttons[at].textContent = word));
  return answer === 'yes' || answer === 'no' ? answer : '';
}

/** @param {string} question @returns {Promise<string>} */
function put(question) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('ask-first'));
  const asked = document.getElementById('asked');
  if (asked) asked.textContent = question;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((answer) => {
    const closed = () => {
      // The news of a question before this one may come when this one stands there already.
      if (dialog.open) return;
      dialog.removeEventListener('close', closed);
      answer(dialog.returnValue);
    };
    dialog.addEventListener('close', closed);
  });
}
