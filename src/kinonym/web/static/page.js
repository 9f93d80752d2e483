// What a page without a build step needs: the theme, uploads with progress, keys for the queue, no double clicks.
const root = document.documentElement;

const themeButton = document.getElementById("theme");
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : darkSystem.matches;
const nameTheme = () => { themeButton.textContent = isDark() ? themeButton.dataset.light : themeButton.dataset.dark; };
nameTheme();
darkSystem.addEventListener("change", nameTheme);
themeButton.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
  nameTheme();
});

const steps = document.querySelector(".steps ol");
const present = steps?.querySelector("[aria-current]");
if (present && steps.scrollWidth > steps.clientWidth) {
  steps.scrollLeft = present.offsetLeft - steps.offsetLeft - (steps.clientWidth - present.offsetWidth) / 2;
}

document.getElementById("print")?.addEventListener("click", () => window.print());

function tell(place, message, hint) {
  place.replaceChildren();
  for (const [text, name] of [[message, "message"], [hint, "hint"]]) {
    if (!text) continue;
    const line = document.createElement("p");
    line.className = name;
    line.textContent = text;
    place.append(line);
  }
}

for (const form of document.querySelectorAll("form.upload")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = form.elements.file.files[0];
    const bar = form.querySelector("progress");
    const told = form.querySelector(".told");
    const button = form.querySelector("button");
    const request = new XMLHttpRequest();
    told.className = "told";
    button.disabled = true;
    bar.hidden = false;
    tell(told, form.dataset.sending);
    request.upload.onprogress = (sent) => { bar.value = sent.lengthComputable ? sent.loaded / sent.total : 0; };
    request.upload.onload = () => tell(told, form.dataset.reading);
    request.onerror = () => { button.disabled = false; bar.hidden = true; told.classList.add("error"); tell(told, request.statusText || "–"); };
    request.onload = () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch { answer = { message: request.statusText }; }
      if (answer.location) { location.assign(answer.location); return; }
      button.disabled = false;
      bar.hidden = true;
      told.classList.add("error");
      tell(told, answer.message, answer.hint);
    };
    request.open("PUT", `${form.dataset.put}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(file);
  });
}

for (const field of document.querySelectorAll("[data-filters]")) {
  const items = [...document.getElementById(field.dataset.filters).children];
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.classList.contains("upload") || form.method !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  if (form.dataset.busy) {
    const line = document.createElement("p");
    line.setAttribute("role", "status");
    line.className = "busy";
    line.textContent = form.dataset.busy;
    form.append(line);
  }
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const line of document.querySelectorAll(".busy")) line.remove();
});

document.addEventListener("keydown", (event) => {
  const first = document.querySelector(".queue li");
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (!first || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); first.querySelector("[data-search]").focus(); return; }
  if (/^[0-5]$/.test(event.key)) first.querySelector(`[data-key="${event.key}"]`)?.click();
});
