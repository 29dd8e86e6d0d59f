// A language that nobody speaks, longer and accented: whatever is still plain English there has not come from a table.

export const PSEUDO = 'en-XA';

/** Words of the page with a plain vowel; names and what is marked as being the same in every language are left out. */
export function plainWords(methods: string[] = []): string[] {
  const names = new Set(['ingenio', 'Sokoban', 'Taquin', 'Unblock', 'Flow', 'TetraVex', ...methods.flatMap((method) => method.split('-'))]);
  const same = '[translate=no], [lang=en], code, pre, kbd, time, script, style, svg';
  // A lesson is what it is until somebody translates it.
  const texts: string[] = document.querySelector('article.lesson') ? [] : [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    if (!nodes.currentNode.parentElement?.closest(same)) texts.push(nodes.currentNode.textContent ?? '');
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('[translate=no], [lang=en]')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-about', 'data-done', 'data-confirm']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  const plain = (word: string) => word.length > 2 && /^[a-z]*[aeiou][a-z]*$/i.test(word) && !names.has(word);
  // Codes of races and classes are drawn by chance, and some of them look like words.
  const ours = (text: string) => text.replace(/guest-\w+|\w+\.(rs|json)|\b[0-9a-f]{8}\b|\b[0-9A-Z]{6}\b|\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b/g, '');
  return texts.filter((text) => (ours(text).match(/\p{L}+/gu) ?? []).some(plain)).map((text) => text.trim());
}
