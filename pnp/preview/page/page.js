"use strict";
// The page keeps one list of pieces. A picture is named by the digest of its drawing: a new state
// with another digest for a face is a changed face; only what is near the screen is loaded.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const VIEWS = ["", "grey", "deuteranopia", "protanopia", "tritanopia"];
const AT_ONCE = 3; // pictures that are loaded at a time: the others wait for their turn
const settings = JSON.parse(localStorage.getItem("pnp") || "{}");
let game = null, checks = null, shape = "", showsSheets = false, source = null;
let ink = "full", current = null, flipped = false, truly = false, before = false;
let sheets = null;             // as the server sent them; guides are drawn with them
let asked = "";                // the redraw and the ink that the sheets were asked for
const pieces = new Map();      // id -> piece, as the server sent it; sheets too
const figures = new Map();     // id -> its figure on the page
let outlines = 0;              // how many ids of outlines were given

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

function press(button, on) { button.setAttribute("aria-pressed", on); }

// Pictures: a few at a time; those of the large view and of the chosen piece alone and first, then
// what is on the screen from the top

const waiting = new Set();     // images
const loading = new Set();     // digests
const FAR = 1e6;               // the turn of what is not on the screen
const TO_PAINT = 200;          // milliseconds until pictures that are decoded are painted
let planned = false, chosen = 0; // chosen: how many of the piece that is looked at are loaded
let settled = null;            // the state whose screen is complete

function want(image, digest) {
  if (image.dataset.wanted === digest) return;
  image.dataset.wanted = digest;
  if (image.dataset.near) queue(image);
}

function queue(image) {
  if (!image.dataset.wanted || image.dataset.shown === image.dataset.wanted) return;
  waiting.add(image);
  if (planned) return;
  planned = true;
  queueMicrotask(() => { planned = false; loadNext(); });
}

function loadNext() {
  while (loading.size < AT_ONCE) {
    let first = null, least = Infinity;
    for (const image of waiting) {
      const rank = loading.has(image.dataset.wanted) ? Infinity : turn(image);
      if (rank < least) [first, least] = [image, rank];
    }
    const own = least < 0 ? 1 : 0;
    if (!first || (chosen && !own)) return;
    const digest = first.dataset.wanted;
    waiting.delete(first);
    loading.add(digest);
    chosen += own;
    load(first).finally(() => { loading.delete(digest); chosen -= own; loadNext(); settle(); });
  }
}

// The rest is drawn when the screen is complete: until then this browser needs the processors.
function settle() {
  const open = [...document.querySelectorAll("main img")].some((image) =>
    image.dataset.wanted && image.dataset.shown !== image.dataset.wanted && turn(image) < FAR);
  if (open || settled === game) return;
  settled = game;
  setTimeout(() => fetch(`seen/${game.version}`), TO_PAINT);
}

function turn(image) {
  if (image.closest("dialog")) return -2;
  const { top, bottom } = image.parentNode.getBoundingClientRect();
  const seen = bottom > 0 && top < innerHeight;
  if (seen && image.closest("figure.current")) return -1;
  return seen ? Math.max(top, 0) : FAR + Math.abs(top);
}

// Many pieces have one back: its picture is decoded once, for all that wait for it. Each is painted
// anew, though: the one that is looked at must not wait for the others.
async function load(image) {
  const digest = image.dataset.wanted, next = new Image();
  next.src = `picture/${digest}.svg`;
  try { await next.decode(); } catch { return; }
  const show = (each) => {
    waiting.delete(each);
    each.dataset.shown = digest;
    each.src = next.src;
    each.alt = each.dataset.name;
  };
  const alike = () => [...waiting].filter((each) => each.dataset.wanted === digest);
  if (image.dataset.wanted === digest) show(image);
  if (alike().length) await nextPaint();
  alike().forEach(show);
}

// A page that is not looked at paints nothing.
function nextPaint() {
  return document.hidden ? Promise.resolve() : new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(done)));
}

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.dataset.near = isIntersecting ? "yes" : "";
    if (isIntersecting) queue(target); else waiting.delete(target);
  }
}, { rootMargin: "300px" });

// A piece

function drawn(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function edges(piece, mirrored) {
  const { width: w, height: h, bleed: b, safe: s } = piece;
  const drawing = drawn("svg", { viewBox: `${-b} ${-b} ${w + 2 * b} ${h + 2 * b}` });
  const turned = mirrored ? `translate(${w} 0) scale(-1 1)` : "";
  const add = (kind, d) => drawing.append(drawn("path", { class: "halo", d, transform: turned }), drawn("path", { class: kind, d, transform: turned }));
  const box = (inset) => `M${inset} ${inset}H${w - inset}V${h - inset}H${inset}Z`;
  if (b > 0) add("bleed", box(-b));
  if (piece.cut) add("cut", piece.cut); else add("trim", box(0));
  if (s > 0 && piece.cut) unsafe(drawing, piece, turned);
  else if (s > 0 && 2 * s < Math.min(w, h)) add("safe", box(s));
  for (const fold of piece.folds) add("fold", fold);
  if (piece.cut) {
    const outline = drawn("clipPath", { id: `outline-${++outlines}`, clipPathUnits: "objectBoundingBox" });
    outline.append(drawn("path", { d: piece.cut, transform: `scale(${1 / w} ${1 / h}) ${turned}` }));
    drawing.append(outline);
  }
  return drawing;
}

// Along an outline the unsafe part is shown: the inner half of a line twice as wide as it.
function unsafe(drawing, piece, turned) {
  const inside = drawn("clipPath", { id: `outline-${++outlines}` });
  inside.append(drawn("path", { d: piece.cut, transform: turned }));
  const band = drawn("path", { class: "unsafe", d: piece.cut, transform: turned, "clip-path": `url(#outline-${outlines})` });
  band.style.setProperty("--band", 2 * piece.safe);
  drawing.append(inside, band);
}

function face(piece, side, observed = true) {
  const image = make("img", { alt: "", draggable: false, data: { name: `${piece.id}, ${side}`, side } });
  const lines = edges(piece, side === "back"), holder = make("div", { class: "face" }, image, lines);
  if (piece.cut) { holder.classList.add("shaped"); holder.style.clipPath = `url(#outline-${outlines})`; }
  if (observed) near.observe(image); else image.dataset.near = "yes";
  return holder;
}

function sidesBox(piece, ...faces) {
  const box = make("div", { class: "sides" }, ...faces);
  for (const [name, value] of [["--w", piece.width], ["--h", piece.height], ["--b", piece.bleed], ["--n", faces.length]]) box.style.setProperty(name, value);
  return box;
}

function inInk(sides) { return sides[ink] || sides.full || Object.values(sides)[0]; }

function title(piece) { return piece.label || piece.id; }

function caption(piece) {
  const name = piece.label || piece.id.split("/").slice(1).join("/");
  return make("figcaption", {}, make("b", { textContent: name }), piece.qty === 1 ? "" : ` × ${piece.qty}`);
}

function figure(piece) {
  const faces = [face(piece, "face")];
  if (inInk(piece.sides).back) faces.push(face(piece, "back"));
  const whole = make("figure", { tabIndex: 0, data: { id: piece.id, form: form(piece) } }, sidesBox(piece, ...faces), caption(piece));
  whole.addEventListener("click", () => { choose(piece.id); enlarge(); });
  return whole;
}

// A figure whose piece kept its form keeps its pictures: a new row above must not make it blink.
function figured(piece, known) {
  let whole = known.get(piece.id);
  if (whole && whole.dataset.form === form(piece)) whole.querySelector("figcaption").replaceWith(caption(piece));
  else whole = figure(piece);
  figures.set(piece.id, whole);
  return whole;
}

function form(p) { return JSON.stringify([p.width, p.height, p.bleed, p.safe, p.cut, p.folds, !!inInk(p.sides).back]); }

// The grid

function components() {
  if (showsSheets) return [{ name: "", title: "Sheets", kind: "with their marks, as pnp build makes them", qty: 0, pieces: sheetPieces() }];
  return game.components.map((each) => each.guide ? { ...each, pieces: sheets?.guides[each.name] || [] } : each);
}

function sheetPieces() {
  return (sheets?.sheets || []).map((sheet, number) => ({
    id: `sheet/${number + 1}`, label: sheet.label, qty: 1, component: "", text: sheet.label, width: sheet.width, height: sheet.height,
    bleed: 0, safe: 0, cut: null, folds: [], sides: { [ink]: { face: sheet.picture, back: null } }, before: null,
  }));
}

function outline(list) {
  return JSON.stringify([showsSheets, list.map((each) => [each.name, each.title, each.qty, each.pieces.map((p) => [p.id, p.qty, form(p)])])]);
}

// Show the pieces that there are now; those that look the same keep their figures and pictures.
function refresh(changed = new Set()) {
  const list = components(), now = outline(list);
  pieces.clear();
  for (const each of list) for (const piece of each.pieces) pieces.set(piece.id, piece);
  if (now !== shape) { drawGrid(list); drawFilter(); shape = now; if (checks) badges(); }
  for (const [id, whole] of figures) {
    const sides = inInk(pieces.get(id).sides);
    for (const image of whole.querySelectorAll("img")) want(image, sides[image.dataset.side]);
    if (changed.has(id)) flash(whole);
  }
  sift();
  if (current) choose(current);
  if (current && $("large").open) enlarge();
}

function drawGrid(list) {
  const scroll = window.scrollY, known = new Map(figures);
  figures.clear();
  const sections = list.filter((each) => each.pieces.length || each.guide).map((each) => section(each, known));
  if (showsSheets) sections.unshift(...(sheets?.findings || []).map((each) => found(each, each.severity)));
  $("grid").classList.toggle("laid-out", showsSheets);
  $("filter").disabled = showsSheets;
  $("grid").replaceChildren(...sections);
  window.scrollTo(0, scroll);
}

function section(each, known) {
  const words = [each.kind, ...(each.qty && each.pieces.length > 1 ? [`${each.pieces.length} different`] : []), ...(each.qty ? [`${each.qty} to print`] : [])];
  const heading = make("h2", {}, each.title, make("small", { textContent: words.join(" · ") }));
  const list = make("div", { class: "pieces" }, ...each.pieces.map((piece) => figured(piece, known)));
  const whole = make("section", { data: { component: each.name } }, heading, list);
  if (each.guide) {
    if (!each.pieces.length) list.append(make("p", { class: "later", textContent: "drawn together with the sheets…" }));
    guides.observe(whole);
  }
  return whole;
}

function flash(whole) {
  whole.classList.remove("changed");
  void whole.offsetWidth;
  whole.classList.add("changed");
}

function drawFilter() {
  const filter = $("filter"), chosen = filter.value;
  const options = game.components.filter((each) => each.pieces.length || each.guide)
    .map((each) => make("option", { value: each.name, textContent: each.title }));
  filter.replaceChildren(make("option", { value: "", textContent: "All components" }), ...options);
  filter.value = chosen;
  if (filter.selectedIndex < 0) filter.value = "";
}

function sift() {
  const words = $("search").value.trim().toLowerCase(), only = showsSheets ? "" : $("filter").value;
  let seen = 0;
  for (const [id, whole] of figures) {
    const piece = pieces.get(id);
    const fits = !words || id.toLowerCase().includes(words) || piece.text.toLowerCase().includes(words);
    whole.hidden = !fits || (only !== "" && piece.component !== only);
    if (!whole.hidden) seen += 1;
  }
  for (const part of document.querySelectorAll("#grid > section")) {
    const list = [...part.querySelectorAll("figure")];
    part.hidden = list.length ? list.every((each) => each.hidden) : words !== "" || (only !== "" && part.dataset.component !== only);
  }
  say(seen, words !== "" || only !== "");
}

// How many there are, or what to do where nothing is to be seen.
function say(seen, sifted) {
  const own = showsSheets ? [] : game.components.flatMap((each) => each.pieces); // guides come later
  const many = own.reduce((sum, each) => sum + each.qty, 0);
  const all = showsSheets ? `${pieces.size} sides of sheets` : `${own.length} different, ${many} to print`;
  $("counts").textContent = sifted && seen < pieces.size ? `${seen} of ${pieces.size} shown` : all;
  document.querySelector("#grid > .empty")?.remove();
  if ([...$("grid").children].some((each) => !each.hidden)) return;
  const words = sifted ? "Nothing fits the search." : showsSheets ? "Laying out the sheets…"
    : game.problems.length ? "Nothing can be drawn yet: the message above says why." : "The game has no pieces yet.";
  $("grid").append(make("p", { class: "empty", textContent: words }));
}

// What is wrong

function banner(problems) {
  const box = $("banner");
  box.replaceChildren(...problems.flatMap((each) => [
    make("div", {}, make("b", { textContent: each.place ? each.place + ": " : "" }), each.message, open(each)),
    ...(each.hint ? [make("div", { class: "hint", textContent: "hint: " + each.hint })] : []),
  ]), ...(problems.length && pieces.size ? [make("div", { class: "hint", textContent: "The pictures are the last good ones." })] : []));
  box.hidden = problems.length === 0;
  measureTop();
}

function open(entry) {
  const scheme = document.body.dataset.editor;
  if (!scheme || !entry.path) return "";
  const address = scheme.replace("{file}", encodeURI(entry.path)).replace("{line}", entry.line || 1);
  const link = make("a", { href: address, textContent: "open", title: `${entry.path}:${entry.line || 1}` });
  link.addEventListener("click", (event) => event.stopPropagation());
  return make("span", {}, " ", link);
}

function found(entry, kind) {
  const place = entry.place || (entry.file ? `${entry.file}:${entry.line || 1}` : "");
  const parts = [make("span", { class: "place", textContent: [entry.rule || entry.id, place].filter(Boolean).join(" · ") }), entry.message];
  if (entry.hint) parts.push(make("span", { class: "hint", textContent: "hint: " + entry.hint }));
  const whole = make(entry.piece ? "button" : "div", { class: `found ${kind}` }, ...parts, open(entry));
  if (entry.piece) whole.addEventListener("click", () => show(entry.piece));
  return whole;
}

function drawChecks() {
  const button = $("findings"), drawer = $("drawer");
  if (!checks) { button.textContent = "checking…"; button.className = "busy"; return; }
  const errors = checks.findings.filter((each) => each.severity !== "warning");
  const many = checks.facts.length + checks.findings.length;
  button.textContent = many ? `${many} to look at` : checks.held ? `${checks.held} facts hold` : "no findings";
  button.className = checks.facts.length + errors.length ? "bad" : many ? "warn" : "";
  drawer.replaceChildren(
    make("h2", { textContent: checks.facts.length ? "Facts that are broken" : "Rulebook" }),
    ...checks.facts.map((each) => found(each, "error")),
    make("p", { textContent: `${checks.held} facts of the rulebook hold.` }),
    make("h2", { textContent: "Print" }),
    ...checks.findings.map((each) => found(each, each.severity)),
    ...(checks.findings.length ? [] : [make("p", { textContent: "No findings on the drawings." })]));
  badges();
}

function badges() {
  for (const badge of document.querySelectorAll(".badge")) badge.remove();
  const about = new Map();
  for (const each of checks.findings) if (each.piece) about.set(each.piece, [...(about.get(each.piece) || []), each]);
  for (const [id, list] of about) {
    const error = list.some((each) => each.severity !== "warning");
    const badge = make("button", { class: error ? "badge error" : "badge", textContent: list.length,
      title: list.map((each) => each.message).join("\n") });
    badge.addEventListener("click", (event) => { event.stopPropagation(); drawer(true); point(list[0]); });
    figures.get(id)?.append(badge);
  }
}

function point(finding) {
  const index = checks.findings.indexOf(finding) + checks.facts.length;
  const entry = $("drawer").querySelectorAll(".found")[index];
  if (entry) { entry.scrollIntoView({ block: "center" }); entry.focus(); }
}

function drawer(opens) {
  $("drawer").hidden = !opens;
  $("findings").setAttribute("aria-expanded", opens);
  document.body.classList.toggle("drawn-out", opens);
  if (opens) measureTop();
}

// One piece

function shownIds() { return [...figures].filter(([, whole]) => !whole.closest("[hidden]")).map(([id]) => id); }

function choose(id) {
  figures.get(current)?.classList.remove("current");
  current = id;
  figures.get(current)?.classList.add("current");
}

function show(id) {
  if ($("large").open) $("large").close();
  if (showsSheets) toggleSheets();
  if (figures.get(id)?.closest("[hidden]")) { $("search").value = ""; $("filter").value = ""; sift(); }
  choose(id);
  figures.get(id)?.scrollIntoView({ block: "center" });
  figures.get(id)?.focus({ preventScroll: true });
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
  if (!piece) { $("large").close(); return; }
  const now = inInk(piece.sides), old = piece.before && inInk(piece.before);
  const sides = before && old ? old : now, side = flipped && now.back ? "back" : "face";
  $("name").textContent = title(piece) + (piece.qty === 1 ? "" : ` × ${piece.qty}`);
  $("where").replaceChildren(piece.file ? `${piece.file}${piece.line ? `:${piece.line}` : ""}, ${side}` : "", open(piece));
  $("flip").hidden = !now.back;
  $("flip").textContent = side === "face" ? "Back" : "Face";
  $("before").hidden = !old;
  press($("before"), before);
  press($("true"), truly);
  $("adjust").hidden = !truly;
  if (!$("large").open) $("large").showModal();
  const told = checks ? checks.findings.filter((each) => each.piece === piece.id) : [];
  $("told").replaceChildren(...told.map((each) => found({ ...each, piece: null }, each.severity)));
  enlargeFace(piece, side, sides[side]); // into the room that the findings leave
}

// The face on the stage stays while it is the same one: its picture is swapped, it does not blink.
function enlargeFace(piece, side, digest) {
  const stage = $("stage"), key = JSON.stringify([piece.id, side, form(piece)]);
  if (stage.dataset.key !== key) {
    stage.replaceChildren(sidesBox(piece, face(piece, side, false)));
    stage.dataset.key = key;
  }
  const room = 48 + 2 * 4, box = stage.firstChild;
  const fit = Math.min((stage.clientWidth - room) / (piece.width + 2 * piece.bleed), (stage.clientHeight - room) / (piece.height + 2 * piece.bleed));
  box.style.setProperty("--mm", `${truly ? settings.true : Math.max(1, fit)}px`);
  want(box.querySelector("img"), digest);
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

function toggleTrue() {
  if (!settings.true) { measure(); return; }
  truly = !truly;
  enlarge();
}

// Sheets, and the guides that are drawn with them: asked for when somebody looks at them

async function askSheets() {
  const wanted = `${game.version} ${ink}`;
  if (asked === wanted) return;
  asked = wanted;
  try {
    const answer = await fetch(`sheets/${ink}`);
    if (!answer.ok || asked !== wanted) return;
    sheets = await answer.json();
  } catch { return; }
  refresh();
}

function looksAtSheets() { return showsSheets || document.querySelector("section[data-near=yes]") !== null; }

const guides = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) target.dataset.near = isIntersecting ? "yes" : "";
  if (looksAtSheets()) askSheets();
}, { rootMargin: "100px" });

function toggleSheets() {
  showsSheets = !showsSheets;
  press($("sheets"), showsSheets);
  refresh();
  if (showsSheets) { window.scrollTo(0, 0); askSheets(); }
}

// What the server says

function receive(state) {
  const changed = new Set(), redrawn = game && state.version !== game.version;
  if (!showsSheets) for (const component of state.components) for (const piece of component.pieces) {
    const old = pieces.get(piece.id);
    if (!old) continue;
    const was = inInk(old.sides), is = inInk(piece.sides);
    if (was.face !== is.face || was.back !== is.back) changed.add(piece.id);
  }
  game = state;
  document.title = `${state.title} – pnp preview`;
  $("title").textContent = state.title;
  refresh(changed);
  banner(state.problems);
  tell(state.problems.length ? "bad" : "good", state.problems.length ? "cannot be drawn" : "up to date");
  if (redrawn && !state.problems.length) { checks = null; drawChecks(); }
  settle();
}

function tell(kind, words) {
  $("state").className = `state ${kind}`;
  $("state").textContent = words;
}

function listen() {
  if (source) return;
  source = new EventSource("events");
  source.addEventListener("busy", () => tell("busy", "drawing…"));
  source.addEventListener("state", (event) => { gone(false); receive(JSON.parse(event.data)); });
  source.addEventListener("checks", (event) => {
    checks = JSON.parse(event.data);
    drawChecks();
    if (current && $("large").open) enlarge();
    if (looksAtSheets()) askSheets();
  });
  source.onerror = () => { gone(true); tell("bad", "ended"); };
}

function gone(is) { $("gone").hidden = !is; measureTop(); }

// A browser keeps six connections to one address: a tab that nobody sees gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { source?.close(); source = null; } else listen();
});

// Controls

async function toggleInk() {
  ink = ink === "full" ? "low" : "full";
  press($("ink"), ink === "low");
  const drawnLow = game && game.components.some((each) => each.pieces.some((piece) => piece.sides.low));
  if (game) refresh();
  if (ink === "low" && !drawnLow) await fetch("low");
  if (game && looksAtSheets()) askSheets();
}

function toggleEdges() {
  const shown = document.body.classList.toggle("edges");
  for (const button of [$("overlay"), $("edges")]) press(button, shown);
  measureTop();
}

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

function endSearch() {
  $("search").value = "";
  sift();
  $("grid").focus({ preventScroll: true });
}

function flip() { flipped = !flipped; if ($("large").open) enlarge(); }

function compare() { before = !before; if ($("large").open) enlarge(); }

function outside(dialog, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

$("search").addEventListener("input", sift);
$("filter").addEventListener("change", sift);
$("view").addEventListener("change", (event) => look(event.target.value));
$("ink").addEventListener("click", toggleInk);
$("overlay").addEventListener("click", toggleEdges);
$("edges").addEventListener("click", toggleEdges);
$("sheets").addEventListener("click", toggleSheets);
$("size").addEventListener("input", (event) => zoom(+event.target.value));
$("findings").addEventListener("click", () => drawer($("drawer").hidden));
$("help").addEventListener("click", () => $("keys").showModal());
$("close").addEventListener("click", () => $("large").close());
$("last").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("flip").addEventListener("click", flip);
$("before").addEventListener("click", compare);
$("true").addEventListener("click", toggleTrue);
$("adjust").addEventListener("click", measure);
$("large").addEventListener("close", () => { before = false; figures.get(current)?.focus({ preventScroll: true }); });
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("click", (event) => { if (event.target === dialog && outside(dialog, event)) dialog.close(); });
window.addEventListener("resize", () => { measureTop(); if ($("large").open) enlarge(); });

const KEYS = {
  "/": () => $("search").focus(),
  "?": () => $("keys").showModal(),
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Enter: () => { if (current) enlarge(); },
  f: flip,
  b: compare,
  1: () => { if ($("large").open) toggleTrue(); },
  o: toggleEdges,
  i: toggleInk,
  v: () => look(VIEWS[(VIEWS.indexOf($("view").value) + 1) % VIEWS.length]),
  s: () => { if (!$("large").open && game) toggleSheets(); },
  w: () => drawer($("drawer").hidden),
  "+": () => zoom((settings.px || 3) * 1.2),
  "-": () => zoom((settings.px || 3) / 1.2),
  Escape: () => { if ($("large").open) return; if (document.activeElement === $("search")) endSearch(); else drawer(false); },
};

document.addEventListener("focusin", (event) => { const whole = event.target.closest?.("figure[data-id]"); if (whole) choose(whole.dataset.id); });
document.addEventListener("keydown", (event) => {
  const { tagName, type } = event.target, slides = type === "range" && event.key.startsWith("Arrow");
  const typing = slides || (/^(input|select|textarea)$/i.test(tagName) && type !== "range");
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
  if ((tagName === "BUTTON" || tagName === "A") && event.key === "Enter") return;
  if ($("keys").open || $("ruler").open) return;
  const act = KEYS[event.key];
  if (act) { if (event.key !== "Escape") event.preventDefault(); act(); }
});

zoom(settings.px || 3);
measureTop();
listen();
