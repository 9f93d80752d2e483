"""A small table, from upload to a finished run, in a real browser."""

from .test_axe import SCHEMES, WIDTHS, problems

ROWS = 80
TABLE = "id,job,age,illness\n" + "".join(
    f"p{i:03},{('nurse', 'plumber', 'midwife', 'carpenter', 'welder', 'surgeon')[i % 6]},{20 + i * 7 % 45},{'wxyz'[i % 4]}\n"
    for i in range(ROWS)
)


def open_table(person, path, text=TABLE):
    """Upload a table; the address of its project."""
    path.write_text(text)
    person.choose_file("Choose a file", path)
    person.click("button", "Upload")
    person.at("data")
    return person.page.url.removesuffix("/data")


def run_table(person, path, text=TABLE):
    """Upload a table and mask it as it is drafted, its illness confidential; the address of its project."""
    place = open_table(person, path, text)
    page = person.page
    page.goto(f"{place}/roles")
    person.select("Role: illness", "confidential")
    person.click("button", "These roles are right")
    person.at("knowledge")
    page.goto(f"{place}/run")
    person.click("button", "Start the run")
    page.get_by_role("link", name="See what changed").wait_for()
    return place


def look(page, name):
    """What axe finds on the page at three widths, light and dark."""
    found = []
    for width_name, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 900})
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            found.extend(problems(page, f"{name}, {width_name}, {scheme}", rules))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    return found
