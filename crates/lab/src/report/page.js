"use strict";
// Everything that moves on the page: sortable tables, a scatter of any two methods, and the table of
// all runs, of which only the rows in sight exist.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const columns = data.columns;
  const names = { level: data.levels, method: data.methods, outcome: data.outcomes };
  const keys = Object.keys(columns);
  const total = columns.level.length;
  const element = (id) => document.getElementById(id);

  // Sentences come with the data; values go where they name them.
  const form = (count) => {
    const holds = ([modulus, equal, ranges]) => {
      const value = modulus ? count % modulus : count;
      return ranges.some(([first, last]) => first <= value && value <= last) === equal;
    };
    const place = data.words.forms.findIndex((rule) => rule.some((tests) => tests.every(holds)));
    return place < 0 ? data.words.forms.length : place;
  };
  const say = (sentence, values) => sentence.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name, forms) =>
    forms === undefined ? values[name] : forms.split("|")[form(Number(values[name]))]);
  const local = (figure) => String(figure).replace(".", data.words.point);

  const fill = (select, options, all) => {
    if (all) select.add(new Option(all, ""));
    options.forEach((name, at) => select.add(new Option(name, at)));
  };

  // By mouse, finger or key.
  const onPress = (head, act) => {
    head.tabIndex = 0;
    head.addEventListener("click", act);
    head.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
  };

  // --- tables that are there from the start ---
  const compare = (a, b) => {
    const figure = (cell) => parseFloat(cell.replace(data.words.point, "."));
    const [x, y] = [figure(a), figure(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    table.querySelectorAll("th").forEach((head, at) => onPress(head, () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[at].textContent, b.cells[at].textContent));
      table.tBodies[0].append(...rows);
    }));
  }

  // --- all runs ---
  const HEIGHT = 30;
  let order = Uint32Array.from({ length: total }, (_, at) => at);
  let shown = order;
  let sorted = { key: "", down: false };
  const view = element("runs");
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  const body = table.createTBody();
  for (const key of keys) {
    const cell = document.createElement("th");
    cell.scope = "col";
    if (key in names) cell.className = "text";
    cell.textContent = data.words.heads[key];
    onPress(cell, () => sort(key));
    head.append(cell);
  }
  view.append(table);

  const text = (key, run) => {
    const value = columns[key][run];
    if (value === null) return "";
    return key in names ? names[key][value] : local(value);
  };
  const kind = (key) => (key in names ? ' class="text"' : "");
  const draw = () => {
    const first = Math.max(0, Math.floor(view.scrollTop / HEIGHT) - 10);
    const last = Math.min(shown.length, first + Math.ceil(view.clientHeight / HEIGHT) + 20);
    const gap = (rows) => `<tr style="height:${rows * HEIGHT}px"><td colspan="${keys.length}"></td></tr>`;
    const safe = (value) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    let rows = first > 0 ? gap(first) : "";
    for (let at = first; at < last; at++) {
      rows += `<tr style="height:${HEIGHT}px">` + keys.map((key) => `<td${kind(key)}>${safe(text(key, shown[at]))}</td>`).join("") + "</tr>";
    }
    body.innerHTML = rows + (last < shown.length ? gap(shown.length - last) : "");
    element("count").textContent = say(data.words.shown, { shown: shown.length, total });
  };
  const filter = () => {
    const method = element("method").value;
    const outcome = element("outcome").value;
    const words = element("search").value.toLowerCase();
    const fits = data.levels.map((level, at) => (level + " " + data.sets[at]).toLowerCase().includes(words));
    shown = order.filter((run) =>
      (method === "" || columns.method[run] === Number(method)) &&
      (outcome === "" || columns.outcome[run] === Number(outcome)) &&
      fits[columns.level[run]]);
    view.scrollTop = 0;
    draw();
  };
  const sort = (key) => {
    const down = sorted.key === key && !sorted.down;
    sorted = { key, down };
    // Names are compared once each, not once for each run.
    let values = columns[key];
    if (key in names) {
      const places = names[key].map((name, at) => [name, at]).sort((a, b) => a[0].localeCompare(b[0], "en", { numeric: true }));
      const rank = [];
      places.forEach(([, at], place) => { rank[at] = place; });
      values = values.map((value) => rank[value]);
    }
    const figures = Float64Array.from(values, (value) => (value === null ? (down ? -Infinity : Infinity) : value));
    order = order.slice().sort((a, b) => (down ? figures[b] - figures[a] : figures[a] - figures[b]) || a - b);
    [...head.cells].forEach((cell) => cell.removeAttribute("aria-sort"));
    head.cells[keys.indexOf(key)].setAttribute("aria-sort", down ? "descending" : "ascending");
    filter();
  };
  view.addEventListener("scroll", draw);
  fill(element("method"), data.methods, data.words.everyMethod);
  fill(element("outcome"), data.outcomes, data.words.everyOutcome);
  for (const id of ["method", "outcome"]) element(id).addEventListener("change", filter);
  element("search").addEventListener("input", filter);

  // --- two methods ---
  const scatter = () => {
    const [first, second] = ["first", "second"].map((id) => Number(element(id).value));
    const times = new Map();
    for (let run = 0; run < total; run++) {
      if (columns.method[run] === second) times.set(columns.level[run] + "/" + columns.seed[run], columns.seconds[run]);
    }
    const points = [];
    for (let run = 0; run < total && points.length < 20000; run++) {
      const other = times.get(columns.level[run] + "/" + columns.seed[run]);
      if (columns.method[run] === first && other !== undefined) points.push([columns.seconds[run], other, columns.level[run]]);
    }
    const most = points.reduce((so, point) => Math.max(so, point[0], point[1]), data.limit || 0.01);
    const decades = Math.max(1, Math.ceil(Math.log10(most * 1.001) + 3));
    const place = (value) => Math.log10(Math.max(value, 0.001) / 0.001) / decades;
    const [size, left] = [420, 60];
    const [x, y] = [(value) => left + place(value) * size, (value) => 20 + (1 - place(value)) * size];
    let svg = `<svg viewBox="0 0 560 490" width="560" height="490" role="img" font-size="11" fill="#1d1b19"><rect width="560" height="490" fill="#faf8f4"/>`;
    for (let decade = 0; decade <= decades; decade++) {
      const value = 10 ** (decade - 3);
      svg += `<path d="M${x(value)} 20 V${20 + size} M${left} ${y(value)} H${left + size}" stroke="#e4dfd6"/>`;
      svg += `<text x="${x(value)}" y="${36 + size}" text-anchor="middle">${local(+value.toFixed(3))}</text><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${local(+value.toFixed(3))}</text>`;
    }
    svg += `<path d="M${left} ${20 + size} L${left + size} 20" stroke="#9a6410" stroke-dasharray="1 3"/>`;
    if (data.limit) svg += `<path d="M${x(data.limit)} 20 V${20 + size} M${left} ${y(data.limit)} H${left + size}" stroke="#9a6410" stroke-dasharray="1 3"/>`;
    const safe = (value) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    for (const [a, b, level] of points) {
      svg += `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3" fill="#1f7a7a" fill-opacity="0.6"><title>${safe(data.levels[level])}: ${local(a)} s, ${local(b)} s</title></circle>`;
    }
    const label = (method) => safe(say(data.words.seconds, { method: data.methods[method] || "" }));
    svg += `<text x="${left + size}" y="${54 + size}" text-anchor="end">${label(first)}</text><text x="${left}" y="14">${label(second)}</text></svg>`;
    element("scatter").innerHTML = svg;
  };
  fill(element("first"), data.methods);
  fill(element("second"), data.methods);
  if (data.methods.length > 1) element("second").value = "1";
  for (const id of ["first", "second"]) element(id).addEventListener("change", scatter);

  draw();
  scatter();
})();
