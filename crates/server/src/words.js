// The form of a word after a count: the first rule that holds, or else the last form.
function formOf(count) {
  const holds = ([modulus, equal, ranges]) => {
    const value = modulus ? count % modulus : count;
    return ranges.some(([first, last]) => first <= value && value <= last) === equal;
  };
  const place = rules.findIndex((rule) => rule.some((tests) => tests.every(holds)));
  return place < 0 ? rules.length : place;
}

// A whole number as the reader writes it; what is no number stands as it is.
function written(value) {
  if (!Number.isInteger(value)) return String(value);
  const digits = String(Math.abs(value));
  const grouped = digits.length < manner.from ? digits : digits.replace(/\B(?=(\d{3})+$)/g, manner.group);
  return (value < 0 ? '-' : '') + grouped;
}

export const knows = (id) => id in words;

export function say(id, values = {}) {
  const text = words[id] ?? id;
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (hole, name, forms) => {
    if (!(name in values)) return hole;
    if (forms === undefined) return written(values[name]);
    const all = forms.split('|');
    return all[Math.min(formOf(Number(values[name])), all.length - 1)];
  });
}
