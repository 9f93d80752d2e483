"""A real browser: it counts what a person does, and notes every error and every request that leaves the machine."""

from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from .serving import CHROMIUM

SECONDS = 240_000


class Person:
    """Somebody at a page; every click, choice and key press counts."""

    def __init__(self, page):
        self.page = page
        self.inputs = 0
        self.wrong = []
        self.asked = []
        page.set_default_timeout(SECONDS)
        page.on(
            "console",
            lambda message: (
                self.wrong.append(message.text + " at " + str(message.location))
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self.asked.append(urlsplit(request.url).netloc))

    def click(self, role, name, exact=False):
        self.inputs += 1
        self.page.get_by_role(role, name=name, exact=exact).first.click()

    def choose_file(self, label, path):
        self.inputs += 1
        self.page.get_by_label(label).set_input_files(path)

    def select(self, label, value):
        self.inputs += 1
        self.page.get_by_label(label).select_option(value)

    def tick(self, label):
        self.inputs += 1
        self.page.get_by_label(label).check()

    def at(self, step):
        self.page.wait_for_url(f"**/{step}*")
        self.page.wait_for_load_state()

    def sees(self, text):
        self.page.get_by_text(text).first.wait_for()

    def download(self, name, path):
        self.inputs += 1
        with self.page.expect_download() as waiting:
            self.page.get_by_role("link", name=name).click()
        waiting.value.save_as(path)
        return path


@contextmanager
def browsing(server, width=1280, height=900, scheme="light"):
    with sync_playwright() as library:
        browser = library.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        person = Person(context.new_page())
        person.page.goto(server.visit())
        try:
            yield person
        finally:
            browser.close()
    assert person.wrong == []
    assert set(person.asked) <= {f"127.0.0.1:{server.port}"}  # no request leaves the machine
