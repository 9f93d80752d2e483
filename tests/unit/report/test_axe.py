"""The page in a real browser: axe finds nothing, at the width of a desk and of a phone, all trees open."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from kinonym.comparing import compare

from .conftest import sports_table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = Path(os.environ.get("KINONYM_AXE", "node_modules/axe-core/axe.min.js"))

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.skipif(not AXE.is_file(), reason="KINONYM_AXE names no axe.min.js (npm install axe-core, any folder)"),
]

RUN = """
document.querySelectorAll("details").forEach(one => one.open = true);
axe.run(document, {resultTypes: ["violations", "incomplete"]}).then(found => {
  const shown = found.violations.map(v => ({id: v.id, nodes: v.nodes.map(n => n.html).slice(0, 3)}));
  const out = document.createElement("pre");
  out.id = "axe-result";
  out.textContent = JSON.stringify({violations: shown, passes: found.passes.length,
    wide: document.documentElement.scrollWidth - window.innerWidth});
  document.body.append(out);
});
"""


def audit(page, folder, width):
    made = folder / f"audit{width}.html"
    scripts = f"<script>{AXE.read_text(encoding='utf-8')}</script><script>{RUN}</script></body>"
    made.write_text(page.replace("</body>", scripts), encoding="utf-8")
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
        f"--window-size={width},900", "--virtual-time-budget=60000", "--dump-dom", made.as_uri(),
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=180)
    found = re.search(r'<pre id="axe-result">(.*?)</pre>', run.stdout, re.DOTALL)
    assert found, "axe did not finish"
    return json.loads(unescape(found.group(1)))


@pytest.mark.parametrize("width", [1200, 500])
def test_axe_finds_nothing(page, tmp_path, width):
    found = audit(page, tmp_path, width)
    assert found["violations"] == []
    assert found["passes"] > 10
    assert found["wide"] <= 0  # nothing sticks out: wide tables scroll within themselves


def test_axe_finds_nothing_in_a_comparison(recipe, tmp_path):
    found = compare(sports_table(), recipe, methods=["sa-mdav", "mdav", "suppress"], k=[2, 5])
    page = found.page(chosen=found.best("k>=5"))
    for width in (1200, 500):
        seen = audit(page, tmp_path, width)
        assert seen["violations"] == []
        assert seen["wide"] <= 0


def test_axe_would_find_something(page, tmp_path):
    broken = page.replace('<html lang="en">', "<html>")
    assert [v["id"] for v in audit(broken, tmp_path, 1200)["violations"]] == ["html-has-lang"]
