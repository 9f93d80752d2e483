// What a page without a build step needs: the theme, uploads with progress, keys for the queue, no double clicks.
const root = document.documentElement;

document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

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

document.querySelectorAll(".frontier g:has(title)").forEach((mark, number) => {
  mark.addEventListener("click", () => document.querySelectorAll("[data-measured]")[number]?.click());
});

document.addEventListener("keydown", (event) => {
  const first = document.querySelector(".queue li");
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (!first || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); first.querySelector("[data-search]").focus(); return; }
  if (/^[0-5]$/.test(event.key)) first.querySelector(`[data-key="${event.key}"]`)?.click();
});
