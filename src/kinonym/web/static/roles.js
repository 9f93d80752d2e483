// The table of the roles: filters, several columns changed at once, and keys for both.
const rows = [...document.querySelectorAll("tr[data-column]")];
const roleOf = (row) => row.querySelector("select");
const pickOf = (row) => row.querySelector("[data-pick]");
const nameFilter = document.getElementById("filter-name");
const roleFilter = document.getElementById("filter-role");
const bulk = document.getElementById("bulk");
const every = document.getElementById("pick-all");
const shown = document.getElementById("shown");
let last = null;

const visible = () => rows.filter((row) => !row.hidden);
const picked = () => rows.filter((row) => pickOf(row).checked);

function count() {
  const words = { shown: visible().length, all: rows.length, picked: picked().length };
  shown.textContent = shown.dataset.words.replace(/\{(\w+)\}/g, (_, key) => words[key].toLocaleString("en"));
  const chosen = visible().filter((row) => pickOf(row).checked).length;
  every.checked = chosen > 0 && chosen === visible().length;
  every.indeterminate = chosen > 0 && !every.checked;
}

function filter() {
  const name = nameFilter.value.trim().toLowerCase();
  const role = roleFilter.value;
  for (const row of rows) {
    const fits = !role || (role === "check" ? row.dataset.group === "low" : roleOf(row).value === role);
    row.hidden = !fits || !row.dataset.column.includes(name);
    if (row.hidden) pickOf(row).checked = false; // what cannot be seen is not changed
  }
  for (const group of document.querySelectorAll("tr.group")) {
    group.hidden = !visible().some((row) => row.dataset.group === group.dataset.group);
  }
  count();
}

function give(some, role) {
  for (const row of some) roleOf(row).value = role;
  if (some.length) roleOf(some[0]).dispatchEvent(new Event("change", { bubbles: true }));
}

nameFilter.addEventListener("input", filter);
roleFilter.addEventListener("change", filter);
bulk.addEventListener("change", () => { if (bulk.value) give(picked(), bulk.value); bulk.value = ""; });
every.addEventListener("change", () => { for (const row of visible()) pickOf(row).checked = every.checked; count(); });

document.querySelector("table.roles").addEventListener("change", (event) => {
  if (!("name" in event.target) || event.target.name) return;
  event.stopPropagation(); // a tick to pick a column decides nothing yet
  count();
});

document.querySelector("table.roles").addEventListener("click", (event) => {
  if (!event.target.matches("[data-pick]")) return;
  const row = event.target.closest("tr");
  if (event.shiftKey && last) {
    const [from, to] = [rows.indexOf(last), rows.indexOf(row)].sort((a, b) => a - b);
    for (const each of rows.slice(from, to + 1)) if (!each.hidden) pickOf(each).checked = event.target.checked;
    count();
  }
  last = row;
});

function step(row, by) {
  const seen = visible();
  const next = seen[seen.indexOf(row) + by];
  if (next) pickOf(next).focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !/^(INPUT|SELECT)$/.test(event.target.tagName)) { event.preventDefault(); nameFilter.focus(); return; }
  if (!event.target.matches("[data-pick]")) return;
  const row = event.target.closest("tr");
  const role = { i: "identifier", q: "quasi", c: "confidential", o: "other" }[event.key];
  if (role) give(pickOf(row).checked ? picked() : [row], role);
  else if (event.key === "ArrowDown") step(row, 1);
  else if (event.key === "ArrowUp") step(row, -1);
  else if (event.key === "/") nameFilter.focus();
  else return;
  event.preventDefault();
});

count();
