"use strict";
// The page keeps one list of pieces. A picture is named by the digest of its drawing: a new state
// with another digest for a face is a changed face; only what is near the screen is loaded.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const VIEWS = ["", "grey", "deuteranopia", "protanopia", "tritanopia"];
const settings = JSON.parse(localStorage.getItem("pnp") || "{}");
let game = null, checks = null, shape = "", sheets = null, showsSheets = false;
let ink = "full", current = null, flipped = false, truly = false, before = false;
let source = null;
const pieces = new Map();      // id -> piece, as the server sent it
const figures = new Map();     // id -> its figure on the page
const previous = new Map();    // id -> the sides before the last change
let near = null;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

function save() { localStorage.setItem("pnp", JSON.stringify(settings)); }

// Pictures

async function load(image, digest) {
  if (!digest || image.dataset.shown === digest) return;
  image.dataset.shown = digest;
  const next = new Image();
  next.src = `picture/${digest}.svg`;
  try { await next.decode(); } catch { return; }
  if (image.dataset.wanted !== digest) return;
  image.src = next.src;
  image.alt = image.dataset.name;
}

function want(image, digest) {
  if (image.dataset.wanted === digest) return;
  image.dataset.wanted = digest;
  if (image.dataset.near === "yes") load(image, digest);
}

near = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const image = entry.target;
    image.dataset.near = entry.isIntersecting ? "yes" : "";
    if (entry.isIntersecting) load(image, image.dataset.wanted);
  }
}, { rootMargin: "300px" });

function edges(piece, mirrored) {
  const { width: w, height: h, bleed: b, safe: s } = piece;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `${-b} ${-b} ${w + 2 * b} ${h + 2 * b}`);
  const add = (kind, d) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", d);
    if (mirrored) path.setAttribute("transform", `translate(${w} 0) scale(-1 1)`);
    drawing.append(path);
  };
  const box = (inset) => `M${inset} ${inset}H${w - inset}V${h - inset}H${inset}Z`;
  if (b > 0) add("bleed", box(-b));
  if (piece.cut) add("cut", piece.cut); else add("trim", box(0));
  if (s > 0 && 2 * s < Math.min(w, h)) add("safe", box(s));
  for (const fold of piece.folds) add("fold", fold);
  return drawing;
}

function face(piece, side, observed = true) {
  const holder = make("div", { class: "face" });
  holder.style.setProperty("--w", piece.width);
  holder.style.setProperty("--h", piece.height);
  holder.style.setProperty("--b", piece.bleed);
  const image = make("img", { alt: "", draggable: false, data: { name: `${piece.id}, ${side}`, side } });
  holder.append(image, edges(piece, side === "back"));
  if (observed) near.observe(image); else image.dataset.near = "yes";
  return holder;
}

function sidesOf(piece) { return piece.sides[ink] || piece.sides.full; }

// The grid

function caption(piece) {
  return make("figcaption", {}, make("b", { textContent: piece.id.split("/").slice(1).join("/") }),
    piece.qty === 1 ? "" : ` × ${piece.qty}`);
}

function figure(piece) {
  const sides = make("div", { class: "sides" }, face(piece, "face"));
  if (piece.sides.full.back) sides.append(face(piece, "back"));
  const whole = make("figure", { tabIndex: 0, data: { id: piece.id, form: form(piece) } }, sides, caption(piece));
  whole.addEventListener("click", () => { choose(piece.id); enlarge(); });
  return whole;
}

// A figure whose piece kept its form keeps its pictures: a new row above must not make it blink.
function reused(whole, piece) {
  if (!whole || whole.dataset.form !== form(piece)) return null;
  whole.querySelector("figcaption").replaceWith(caption(piece));
  return whole;
}

function form(p) { return JSON.stringify([p.width, p.height, p.bleed, p.safe, p.cut, p.folds, !!p.sides.full.back]); }

function structure(state) {
  return JSON.stringify(state.components.map((each) => [each.name, each.title, each.qty,
    each.pieces.map((p) => [p.id, p.qty, form(p)])]));
}

function drawGrid() {
  const grid = $("grid"), scroll = window.scrollY, known = new Map(figures);
  figures.clear();
  const sections = game.components.filter((each) => each.pieces.length).map((each) => {
    const list = make("div", { class: "pieces" });
    for (const piece of each.pieces) {
      const whole = reused(known.get(piece.id), piece) || figure(piece);
      figures.set(piece.id, whole);
      list.append(whole);
    }
    const title = make("h2", {}, each.title + " ", make("small", { textContent: `${each.kind}, ${each.qty} to print` }));
    return make("section", { data: { component: each.name } }, title, list);
  });
  grid.replaceChildren(...sections);
  if (!sections.length) grid.append(make("p", { class: "empty", textContent: "Nothing can be drawn yet." }));
  window.scrollTo(0, scroll);
}

function drawFilter() {
  const filter = $("filter"), chosen = filter.value;
  const options = game.components.filter((each) => each.pieces.length)
    .map((each) => make("option", { value: each.name, textContent: each.title }));
  filter.replaceChildren(make("option", { value: "", textContent: "All components" }), ...options);
  filter.value = chosen;
  if (filter.selectedIndex < 0) filter.value = "";
}

function fill(changed) {
  for (const [id, whole] of figures) {
    const sides = sidesOf(pieces.get(id));
    for (const image of whole.querySelectorAll("img")) want(image, sides[image.dataset.side]);
    if (changed.has(id)) {
      whole.classList.remove("changed");
      void whole.offsetWidth;
      whole.classList.add("changed");
    }
  }
}

function sift() {
  const words = $("search").value.trim().toLowerCase(), only = $("filter").value;
  for (const [id, whole] of figures) {
    const piece = pieces.get(id);
    const found = !words || id.toLowerCase().includes(words) || piece.text.toLowerCase().includes(words);
    whole.hidden = !found || (only !== "" && piece.component !== only);
  }
  for (const section of $("grid").children) {
    const list = section.querySelectorAll("figure");
    section.hidden = list.length > 0 && ![...list].some((each) => !each.hidden);
  }
}

// What is wrong

function banner(problems) {
  const box = $("banner");
  box.replaceChildren(...problems.flatMap((each) => [
    make("div", {}, make("b", { textContent: each.place ? each.place + ": " : "" }), each.message, open(each)),
    ...(each.hint ? [make("div", { class: "hint", textContent: "hint: " + each.hint })] : []),
  ]));
  box.hidden = problems.length === 0;
  measureTop();
}

function open(entry) {
  const scheme = document.body.dataset.editor;
  if (!scheme || !entry.path) return "";
  const address = scheme.replace("{file}", encodeURI(entry.path)).replace("{line}", entry.line || 1);
  return make("a", { href: address, textContent: " open" });
}

function found(entry, kind) {
  const place = entry.place || (entry.file ? `${entry.file}:${entry.line || 1}` : "");
  const button = make("button", { class: `found ${kind}` },
    make("span", { class: "place", textContent: [entry.rule || entry.id, place].filter(Boolean).join(" · ") }),
    entry.message);
  if (entry.hint) button.append(make("span", { class: "hint", textContent: "hint: " + entry.hint }));
  const link = open(entry);
  if (link) { link.addEventListener("click", (event) => event.stopPropagation()); button.append(link); }
  button.addEventListener("click", () => { if (entry.piece) show(entry.piece); });
  return button;
}

function drawChecks() {
  const button = $("findings"), drawer = $("drawer");
  if (!checks) { button.textContent = "checking…"; button.className = ""; return; }
  const errors = checks.findings.filter((each) => each.severity !== "warning");
  const many = checks.facts.length + checks.findings.length;
  button.textContent = many ? `${many} to look at` : `${checks.held} facts hold`;
  button.className = checks.facts.length + errors.length ? "bad" : many ? "warn" : "";
  drawer.replaceChildren(
    make("h2", { textContent: checks.facts.length ? "Facts of the rulebook that are broken" : `${checks.held} facts of the rulebook hold` }),
    ...checks.facts.map((each) => found(each, "error")),
    make("h2", { textContent: checks.findings.length ? "Print" : "No findings on the drawings" }),
    ...checks.findings.map((each) => found(each, each.severity)));
  badges();
}

function badges() {
  for (const badge of document.querySelectorAll(".badge")) badge.remove();
  const about = new Map();
  for (const each of checks.findings) {
    if (!each.piece) continue;
    const list = about.get(each.piece) || [];
    list.push(each);
    about.set(each.piece, list);
  }
  for (const [id, list] of about) {
    const whole = figures.get(id);
    if (!whole) continue;
    const error = list.some((each) => each.severity !== "warning");
    const badge = make("button", { class: error ? "badge error" : "badge", textContent: list.length,
      title: list.map((each) => each.message).join("\n") });
    badge.addEventListener("click", (event) => { event.stopPropagation(); drawer(true); point(list[0]); });
    whole.append(badge);
  }
}

function point(finding) {
  const index = checks.findings.indexOf(finding) + checks.facts.length;
  const button = $("drawer").querySelectorAll(".found")[index];
  if (button) { button.scrollIntoView({ block: "center" }); button.focus(); }
}

function drawer(open) {
  $("drawer").hidden = !open;
  $("findings").setAttribute("aria-expanded", open);
}

// One piece

function shownIds() { return [...figures].filter(([, whole]) => !whole.hidden && !whole.closest("[hidden]")).map(([id]) => id); }

function choose(id) {
  figures.get(current)?.classList.remove("current");
  current = id;
  figures.get(current)?.classList.add("current");
}

function show(id) {
  if (showsSheets) toggleSheets();
  choose(id);
  const whole = figures.get(id);
  if (whole) { whole.hidden = false; whole.closest("section").hidden = false; whole.scrollIntoView({ block: "center" }); whole.focus({ preventScroll: true }); }
}

function step(by) {
  const ids = shownIds();
  if (!ids.length) return;
  const at = ids.indexOf(current);
  choose(ids[at < 0 ? 0 : (at + by + ids.length) % ids.length]);
  figures.get(current).scrollIntoView({ block: "nearest" });
  figures.get(current).focus({ preventScroll: true });
  if ($("large").open) enlarge();
}

function enlarge() {
  const piece = pieces.get(current);
  if (!piece) return;
  const dialog = $("large"), old = previous.get(current), now = sidesOf(piece);
  const sides = before && old ? old : now;
  const side = flipped && sides.back ? "back" : "face";
  $("name").textContent = `${piece.id}${piece.qty === 1 ? "" : ` × ${piece.qty}`}`;
  $("where").replaceChildren(`${piece.file}${piece.line ? `:${piece.line}` : ""}, ${side}`, open(piece));
  $("flip").hidden = !now.back;
  $("flip").textContent = side === "face" ? "Back" : "Face";
  $("before").hidden = !old;
  $("before").setAttribute("aria-pressed", before);
  $("true").setAttribute("aria-pressed", truly);
  if (!dialog.open) dialog.showModal();
  const holder = face(piece, side, false), stage = $("stage");
  want(holder.querySelector("img"), sides[side]);
  stage.replaceChildren(make("div", { class: "sides" }, holder));
  const margin = 48 + 2 * 12;
  const fit = Math.min((stage.clientWidth - margin) / (piece.width + 2 * piece.bleed), (stage.clientHeight - margin) / (piece.height + 2 * piece.bleed));
  holder.style.setProperty("--px", truly ? settings.true : Math.max(1, fit));
  const told = checks ? checks.findings.filter((each) => each.piece === piece.id) : [];
  $("told").replaceChildren(...told.map((each) => found(each, each.severity)));
}

function measure() {
  const scale = $("scale"), bar = $("bar");
  scale.value = settings.true || 3.78;
  const draw = () => { bar.style.width = `${85.6 * scale.value}px`; };
  scale.oninput = draw;
  draw();
  $("ruler").showModal();
  $("measured").onclick = () => { settings.true = +scale.value; save(); $("ruler").close(); truly = true; enlarge(); };
}

// Sheets

async function drawSheets() {
  const grid = $("grid");
  if (!sheets) {
    grid.replaceChildren(make("p", { class: "empty", textContent: "laying out the sheets…" }));
    sheets = await (await fetch("sheets")).json();
    if (!showsSheets) return;
  }
  const list = make("div", { class: "pieces" });
  for (const [number, sheet] of sheets.sheets.entries()) {
    const as = { id: `sheet ${number + 1}`, width: sheet.width, height: sheet.height, bleed: 0, safe: 0, cut: null, folds: [] };
    const holder = face(as, "sheet");
    want(holder.querySelector("img"), sheet.picture);
    list.append(make("figure", {}, make("div", { class: "sides" }, holder), make("figcaption", { textContent: sheet.label })));
  }
  for (const image of list.querySelectorAll("img")) near.observe(image);
  grid.replaceChildren(list);
}

function toggleSheets() {
  showsSheets = !showsSheets;
  $("sheets").setAttribute("aria-pressed", showsSheets);
  if (showsSheets) drawSheets(); else redrawPieces();
}

function redrawPieces() { drawGrid(); fill(new Set()); sift(); if (checks) badges(); if (current) choose(current); }

// What the server says

function receive(state) {
  const changed = new Set();
  const known = new Map(pieces);
  pieces.clear();
  for (const component of state.components) for (const piece of component.pieces) {
    const old = known.get(piece.id);
    if (old) {
      const was = old.sides[ink] || old.sides.full, is = piece.sides[ink] || piece.sides.full;
      if (was.face !== is.face || was.back !== is.back) { changed.add(piece.id); previous.set(piece.id, was); }
    }
    pieces.set(piece.id, piece);
  }
  const redrawn = game && state.version !== game.version;
  game = state;
  document.title = `${state.title} – pnp preview`;
  $("title").textContent = state.title;
  const many = [...pieces.values()].reduce((sum, each) => sum + each.qty, 0);
  $("counts").textContent = `${pieces.size} different, ${many} to print`;
  const outline = structure(state);
  if (redrawn) sheets = null;
  if (showsSheets) { if (redrawn) drawSheets(); } else if (outline !== shape) { drawGrid(); drawFilter(); }
  shape = outline;
  if (!showsSheets) { fill(changed); sift(); }
  banner(state.problems);
  $("state").className = `state ${state.problems.length ? "bad" : "good"}`;
  $("state").textContent = "";
  $("state").title = state.problems.length ? "it cannot be drawn as it is" : "drawn as saved";
  if (redrawn && !state.problems.length) { checks = null; drawChecks(); }
  if (current && $("large").open) enlarge();
}

function listen() {
  if (source) return;
  source = new EventSource("events");
  source.addEventListener("state", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("checks", (event) => {
    checks = JSON.parse(event.data);
    drawChecks();
    if (current && $("large").open) enlarge();
  });
  source.onerror = () => { $("state").className = "state busy"; $("state").title = "pnp preview is not running"; };
}

// A browser keeps six connections to one address: a tab that nobody sees gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { source?.close(); source = null; } else listen();
});

// Controls

function press(button, on) { button.setAttribute("aria-pressed", on); return on; }

async function toggleInk() {
  ink = ink === "full" ? "low" : "full";
  press($("ink"), ink === "low");
  if (ink === "low" && game && !Object.values(game.components).some((c) => c.pieces.some((p) => p.sides.low))) await fetch("low");
  if (!showsSheets) fill(new Set());
  if ($("large").open) enlarge();
}

function toggleEdges() { document.body.classList.toggle("edges"); press($("overlay"), document.body.classList.contains("edges")); }

function look(view) {
  document.body.classList.remove(...VIEWS.filter(Boolean).map((each) => `view-${each}`));
  if (view) document.body.classList.add(`view-${view}`);
  $("view").value = view;
}

function zoom(scale) {
  settings.px = Math.min(12, Math.max(1, scale));
  $("size").value = settings.px;
  document.body.style.setProperty("--px", settings.px);
  save();
}

function measureTop() { document.body.style.setProperty("--top", `${document.querySelector("header").offsetHeight}px`); }

$("search").addEventListener("input", sift);
$("filter").addEventListener("change", sift);
$("view").addEventListener("change", (event) => look(event.target.value));
$("ink").addEventListener("click", toggleInk);
$("overlay").addEventListener("click", toggleEdges);
$("sheets").addEventListener("click", toggleSheets);
$("size").addEventListener("input", (event) => zoom(+event.target.value));
$("findings").addEventListener("click", () => drawer($("drawer").hidden));
$("help").addEventListener("click", () => $("keys").showModal());
$("close").addEventListener("click", () => $("large").close());
$("flip").addEventListener("click", () => { flipped = !flipped; enlarge(); });
$("before").addEventListener("click", () => { before = !before; enlarge(); });
$("true").addEventListener("click", () => { if (!settings.true) measure(); else { truly = !truly; enlarge(); } });
$("large").addEventListener("close", () => { before = false; figures.get(current)?.focus({ preventScroll: true }); });
window.addEventListener("resize", () => { measureTop(); if ($("large").open) enlarge(); });

const KEYS = {
  "/": () => $("search").focus(),
  "?": () => $("keys").showModal(),
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Enter: () => { if (current) enlarge(); },
  f: () => { flipped = !flipped; if ($("large").open) enlarge(); },
  b: () => { before = !before; if ($("large").open) enlarge(); },
  1: () => { if (!$("large").open) return; if (!settings.true) measure(); else { truly = !truly; enlarge(); } },
  o: toggleEdges,
  i: toggleInk,
  v: () => look(VIEWS[(VIEWS.indexOf($("view").value) + 1) % VIEWS.length]),
  s: toggleSheets,
  w: () => drawer($("drawer").hidden),
  "+": () => zoom((settings.px || 3) * 1.2),
  "-": () => zoom((settings.px || 3) / 1.2),
  Escape: () => { drawer(false); if (document.activeElement === $("search")) { $("search").value = ""; sift(); $("grid").focus({ preventScroll: true }); } },
};

document.addEventListener("focusin", (event) => { const whole = event.target.closest?.("figure[data-id]"); if (whole) choose(whole.dataset.id); });
document.addEventListener("keydown", (event) => {
  const typing = /^(input|select|textarea)$/i.test(event.target.tagName) && event.target.type !== "range";
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
  if (event.target.tagName === "BUTTON" && (event.key === "Enter")) return;
  if ($("keys").open || $("ruler").open) return;
  const act = KEYS[event.key];
  if (act) { if (event.key !== "Escape") event.preventDefault(); act(); }
});

zoom(settings.px || 3);
measureTop();
listen();
