// Exercises of a lesson: an answer goes to the server, its verdict stands beside the button.

import { ask } from './api.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-exercise]'))) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const verdict = /** @type {HTMLOutputElement} */ (form.querySelector('.verdict'));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    const answer = String(new FormData(form).get('answer') ?? '');
    button.disabled = true;
    verdict.textContent = say('web.checking');
    verdict.dataset.right = '';
    try {
      const { right, why } = await ask('POST', form.dataset.exercise ?? '', { answer });
      verdict.dataset.right = right ? 'yes' : 'no';
      verdict.textContent = `${say(right ? 'web.right' : 'web.not-yet')} ${why}`;
    } catch (problem) {
      verdict.textContent = sentenceOf(problem);
    } finally {
      button.disabled = false;
    }
  });
}
