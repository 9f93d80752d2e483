// The table of tried settings: sorted by a click on a heading, filtered by text, strength and front.
function setUp() {
  const table = document.querySelector("table.points");
  if (!table || table.dataset.ready) return;
  table.dataset.ready = "yes";
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const shown = document.getElementById("points-shown");
  const text = document.getElementById("point-filter");
  const strength = document.getElementById("point-strength");
  const front = document.getElementById("point-front");
  const heads = [...table.tHead.rows[0].cells];

  function filter() {
    const wanted = text.value.trim().toLowerCase();
    for (const row of rows) {
      row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted)
        || (strength.value !== "" && row.dataset.strength !== strength.value) || (front.checked && !("front" in row.dataset));
    }
    const words = { shown: rows.filter((row) => !row.hidden).length, all: rows.length };
    shown.textContent = shown.dataset.words.replace(/\{(\w+)\}/g, (_, key) => words[key].toLocaleString("en"));
  }

  function keyOf(row, place) {
    const cell = row.cells[place];
    if (!cell || cell.colSpan > 1) return null;
    if (cell.dataset.sort === undefined) return cell.textContent.trim().toLowerCase();
    return cell.dataset.sort === "" ? null : Number(cell.dataset.sort);
  }

  function sort(place) {
    const up = heads[place].getAttribute("aria-sort") !== "ascending";
    for (const head of heads) if (head.hasAttribute("aria-sort")) head.setAttribute("aria-sort", "none");
    heads[place].setAttribute("aria-sort", up ? "ascending" : "descending");
    const compare = (a, b) => typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    body.append(...[...rows].sort((a, b) => {
      const [x, y] = [keyOf(a, place), keyOf(b, place)];
      if (x === null || y === null) return (x === null) - (y === null); // what was not measured comes last
      return up ? compare(x, y) : compare(y, x);
    }));
  }

  for (const field of [text, strength, front]) field.addEventListener("input", filter);
  heads.forEach((head, place) => head.querySelector(".sort")?.addEventListener("click", () => sort(place)));
  filter();
  const measured = rows.map((row) => row.querySelector("[data-measured]")).filter(Boolean);
  document.querySelectorAll(".frontier g:has(title)").forEach((mark, number) => {
    mark.addEventListener("click", () => measured[number]?.click());
  });
}

setUp();
document.addEventListener("htmx:afterSettle", setUp);
document.addEventListener("htmx:oobAfterSwap", setUp);
