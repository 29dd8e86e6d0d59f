// Figures with their names, as the page shows what was counted, and clocks.

/** @param {string} name @param {string} value @param {string} [about] what it counts */
export function figure(name, value, about = '') {
  const group = document.createElement('div');
  if (about) group.title = about;
  const [term, data] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  data.textContent = value;
  group.append(term, data);
  return group;
}

/** @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shows figures in a list: the same ones stay where they are, with other values and, after one, other names. @param {HTMLElement} list @param {HTMLElement[]} shown each with its name in `data-figure` */
export function showFigures(list, shown) {
  const names = (/** @type {Iterable<Element>} */ groups) => [...groups].map((group) => group.getAttribute('data-figure')).join();
  if (names(list.children) !== names(shown)) list.replaceChildren(...shown);
  else shown.forEach((group, place) => [...group.children].forEach((part, at) => setText(list.children[place].children[at], part.textContent ?? '')));
}

/** Writes only what is new. @param {Element | null} element @param {string} text */
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
