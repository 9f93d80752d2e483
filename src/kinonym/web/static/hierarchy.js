// The groups of a hierarchy: picked, moved and named by mouse or by keys; every edit goes to the hidden field.
const form = document.getElementById("hierarchy");
const panel = document.getElementById("groups");
const moveTo = document.getElementById("move-to");
const groupName = document.getElementById("group-name");
const findValue = document.getElementById("find-value");
const picked = document.getElementById("picked");
const top_ = () => panel.querySelector("#tree-of-groups > ul");
const inner = (group) => group.querySelector(":scope > ul");
let dragged = [];

function read(list, name) {
  const items = [...list.children];
  return {
    name,
    groups: items.filter((one) => "group" in one.dataset).map((one) => read(inner(one), one.querySelector(".name").value)),
    values: items.filter((one) => one.dataset.values).flatMap((one) => one.dataset.values.split(" ").map(Number)),
  };
}

const write = () => { document.getElementById("tree").value = JSON.stringify(read(top_(), "*")); };
const chosen = () => [...panel.querySelectorAll("[data-pick]:checked")].map((box) => box.closest("li"))
  .filter((item) => !item.parentElement.closest("li:has(> .head > [data-pick]:checked)"));

function count() {
  const words = document.getElementById("tree-of-groups").dataset.records;
  for (const group of panel.querySelectorAll("[data-group]")) {
    const sum = [...group.querySelectorAll("[data-values]")].reduce((total, one) => total + Number(one.dataset.records), 0);
    group.querySelector("[data-size]").textContent = `${sum.toLocaleString("en")} ${words}`;
  }
  show();
}

function show() {
  picked.textContent = picked.dataset.words.replace("{picked}", chosen().length);
  const names = [...panel.querySelectorAll("[data-group]")].map((group, place) => new Option(group.querySelector(".name").value, place));
  moveTo.replaceChildren(moveTo.options[0], new Option(moveTo.dataset.top || "*", "top"), ...names);
  moveTo.value = "";
}

function edited() {
  for (const group of [...panel.querySelectorAll("[data-group]")].reverse()) if (!inner(group).children.length) group.remove();
  for (const box of panel.querySelectorAll("[data-pick]:checked")) box.checked = false;
  document.getElementById("kind").value = "groups";
  count();
  write();
  const where = document.getElementById("tree-of-groups").dataset.preview;
  htmx.ajax("POST", where, { source: form, target: "#summary", swap: "innerHTML", values: { edited: "1" } });
}

function move(items, list) {
  const free = items.filter((item) => !item.contains(list));
  for (const item of free) {
    if ("group" in item.dataset) list.insertBefore(item, list.querySelector(":scope > .value"));
    else list.append(item);
  }
  if (free.length) edited();
}

function makeGroup() {
  const items = chosen();
  const name = groupName.value.trim();
  if (!items.length || !name) { (items.length ? groupName : panel.querySelector("[data-pick]"))?.focus(); return; }
  const list = items[0].parentElement;
  const group = document.getElementById("group-template").content.querySelector("li").cloneNode(true);
  group.querySelector(".name").value = name;
  list.insertBefore(group, items.find((item) => item.parentElement === list));
  groupName.value = "";
  move(items, inner(group));
  group.querySelector(".name").focus();
}

document.getElementById("make-group").addEventListener("click", makeGroup);
moveTo.addEventListener("change", (event) => {
  event.stopPropagation();
  const to = moveTo.value === "top" ? top_() : moveTo.value && inner(panel.querySelectorAll("[data-group]")[Number(moveTo.value)]);
  if (to) move(chosen(), to);
});
for (const kind of ["input", "change"]) { // by hand, the groups stay as they are: there is nothing to preview
  document.getElementById("kind").addEventListener(kind, (event) => { if (event.target.value === "groups") event.stopPropagation(); });
  for (const field of [groupName, findValue]) field.addEventListener(kind, (event) => event.stopPropagation());
}
groupName.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); makeGroup(); } });
findValue.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
findValue.addEventListener("input", () => {
  const wanted = findValue.value.trim().toLowerCase();
  for (const item of panel.querySelectorAll(".value")) item.classList.toggle("miss", !item.textContent.toLowerCase().includes(wanted));
  for (const group of panel.querySelectorAll(".group")) group.classList.toggle("miss", wanted !== "" && !group.querySelector(".value:not(.miss)"));
});

panel.addEventListener("change", (event) => {
  event.stopPropagation(); // picking or renaming is no change of the rule
  if (event.target.matches("[data-pick]")) show();
  else if (event.target.matches(".name")) edited();
});
panel.addEventListener("input", (event) => event.stopPropagation());
panel.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); });
panel.addEventListener("click", (event) => {
  if (!event.target.matches("[data-dissolve]")) return;
  const group = event.target.closest("li");
  group.replaceWith(...inner(group).children);
  edited();
});
panel.addEventListener("dragstart", (event) => {
  const item = event.target.closest("li");
  if (!item) return;
  const some = chosen();
  dragged = some.includes(item) ? some : [item];
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", "");
});
const listUnder = (event) => { const group = event.target.closest("[data-group]"); return group ? inner(group) : top_(); };
panel.addEventListener("dragover", (event) => {
  if (!dragged.length) return;
  event.preventDefault();
  for (const each of panel.querySelectorAll(".over")) each.classList.remove("over");
  event.target.closest("[data-group]")?.classList.add("over");
});
panel.addEventListener("drop", (event) => {
  event.preventDefault();
  for (const each of panel.querySelectorAll(".over")) each.classList.remove("over");
  move(dragged, listUnder(event));
  dragged = [];
});
panel.addEventListener("dragend", () => { dragged = []; for (const each of panel.querySelectorAll(".over")) each.classList.remove("over"); });
form.addEventListener("submit", write);
document.addEventListener("htmx:configRequest", (event) => { if (event.target === form) { write(); event.detail.parameters.tree = document.getElementById("tree").value; } });
document.addEventListener("htmx:afterSwap", (event) => { if (event.target === panel) { findValue.value = ""; write(); show(); } });

write();
show();
