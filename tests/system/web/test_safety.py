"""The safety list of the page, each line a test, against a real server."""

import re
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from .conftest import JOBS
from .serving import opened, roles, serving, upload, waited

HTML = '<script>alert(1)</script><img src=x onerror="alert(2)">'
NASTY = [HTML, "\x1b[31mred", "=1+1", "\u202egnirts", "{{ 7*7 }}", "'\"><b>bold</b>"]


def test_listens_on_the_loopback_only(server):
    listening = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        address, state = line.split()[1], line.split()[3]
        if state == "0A" and int(address.split(":")[1], 16) == server.port:
            listening.append(address.split(":")[0])
    assert listening == ["0100007F"]  # 127.0.0.1, the bytes reversed


def test_a_token_works_once_and_becomes_a_strict_cookie(server):
    with httpx.Client(base_url=server.base) as browser:
        address = server.visit()
        answer = browser.get(address)
        assert answer.status_code == 303
        assert "token" not in answer.headers["location"]
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
    assert httpx.get(address).status_code == 401


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/p/x/data", "/report.css"])
def test_requests_without_a_cookie_are_refused(server, path):
    assert httpx.get(server.base + path).status_code == 401


def test_a_foreign_host_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"host": "127.0.0.1"}).status_code == 400  # without the port


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused(client, origin):
    assert client.post("/demo", headers={"origin": origin}).status_code == 403
    assert client.put("/upload?name=a.csv", content=b"a\n1\n", headers={"origin": origin}).status_code == 403


def test_a_post_without_an_origin_or_from_another_site_is_refused(client, server):
    client.headers.pop("origin")
    assert client.post("/demo").status_code == 403
    headers = {"origin": server.base, "sec-fetch-site": "cross-site"}
    assert client.post("/demo", headers=headers).status_code == 403


def test_the_policy_is_strict_on_every_answer(client, server):
    answers = [client.get("/"), client.get("/static/page.css"), client.get("/nowhere"), httpx.get(server.base)]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_no_page_has_inline_script_or_style(client):
    place = opened(client, "jobs.csv", JOBS)
    for page in ("data", "roles", "knowledge", "protection", "run", "explore", "release", "recipe"):
        text = client.get(f"{place}/{page}").text
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", text), page


def test_values_are_escaped_everywhere(client):
    cells = "".join(f'"{value.replace(chr(34), chr(34) * 2)}",{i}\n' for i, value in enumerate(NASTY * 4))
    place = opened(client, "nasty.csv", f'"{HTML.replace(chr(34), chr(34) * 2)}",age\n{cells}')
    client.post(f"{place}/roles", data=roles("quasi", "other"))
    client.post(f"{place}/knowledge/0", data={"type": "nominal", "ontology": "wordnet"})
    for page in ("data", "roles", "knowledge", "protection", "run", "recipe"):
        text = client.get(f"{place}/{page}").text
        assert HTML not in text, page
        assert "<b>bold" not in text, page
        assert "\x1b" not in text, page
        assert "\u202e" not in text, page
    shown = client.get(f"{place}/data").text
    assert "&lt;script&gt;" in shown
    assert "{{ 7*7 }}" in shown


@pytest.mark.parametrize(
    "path",
    [
        "../secret.csv",
        "/etc/passwd",
        "inner/../../x",
        "link.csv",
        "%2e%2e/secret.csv",
        "..%2fsecret.csv",
        "inner",
        "\0",
    ],
)
def test_no_path_outside_the_folder(client, path):
    answer = client.post("/open", data={"path": path})
    assert answer.status_code == 400
    assert "there is no such file in the folder" in answer.text


def test_the_outside_file_itself_is_refused(client, server):
    assert client.post("/open", data={"path": str(server.outside)}).status_code == 400
    assert client.get("/static/../web/texts.toml").status_code == 404
    assert client.get("/static/%2e%2e/texts.toml").status_code == 404


def test_a_path_inside_the_folder_opens(client):
    answer = client.post("/open", data={"path": "inner/jobs.csv"})
    assert answer.status_code == 200
    assert "nurse" in answer.text


def test_a_recipe_or_form_cannot_name_files_of_the_machine(client, server):
    place = opened(client, "jobs.csv", JOBS)
    answer = client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": str(server.outside)})
    assert "there is no such file in the folder" in answer.text
    toml = '[columns.id]\nrole = "identifier"\n[columns.job]\nrole = "quasi"\ntype = "nominal"\nontology = "wordnet"\n'
    toml += f'counts = "{server.outside}"\n[columns.age]\nrole = "other"\n[columns.illness]\nrole = "other"\n'
    toml += '[method]\nname = "sa-mdav"\nk = 5\n'
    refused = client.put(f"{place}/recipe?name=r.toml", content=toml)
    assert refused.status_code == 422
    assert "there is no such file" in refused.json()["message"]


def test_uploads_are_private(client, server):
    opened(client, "private.csv", JOBS)
    [work] = server.work()
    for path in [work, *work.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path.name


def test_everything_is_wiped_at_the_end_and_after_a_crash(tmp_path):
    with serving(tmp_path) as first, first.client() as client:
        upload(client, "a.csv", JOBS)
        assert len(first.work()) == 1
    assert first.work() == []
    with serving(tmp_path) as second, second.client() as client:
        upload(client, "a.csv", JOBS)
        second.stop(signal.SIGKILL)
    left = second.work()
    assert len(left) == 1
    with serving(tmp_path) as third:
        assert len(third.work()) == 1
        assert third.work() != left


def test_a_second_server_leaves_the_first_ones_folder(tmp_path):
    with serving(tmp_path) as first, serving(tmp_path) as second:
        assert len(second.work()) == 2
        assert first.port != second.port


def test_too_large_an_upload_is_refused_before_it_is_sent(server, client):
    head = (
        f"PUT /upload?name=big.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
        f"Cookie: {'; '.join(f'{c.name}={c.value}' for c in client.cookies.jar)}\r\nContent-Length: 2000000001\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(head.encode())
        raw.settimeout(10)
        answer = ""
        while "larger than 2 GB" not in answer and (part := raw.recv(65536)):
            answer += part.decode()
    assert "413" in answer.splitlines()[0]
    assert "larger than 2 GB" in answer


def test_an_upload_that_is_cut_off_leaves_nothing(server, client):
    head = (
        f"PUT /upload?name=cut.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
        f"Cookie: {'; '.join(f'{c.name}={c.value}' for c in client.cookies.jar)}\r\nContent-Length: 1000000\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(head.encode() + b"a,b\n" * 1000)
        time.sleep(0.3)
    time.sleep(0.5)
    assert "cut.csv" not in client.get("/").text
    assert not list(server.work()[0].rglob("cut.csv"))


def test_too_many_projects_are_refused(client):
    for _ in range(20):
        assert upload(client, "a.csv", "a\n1\n").status_code == 201
    answer = upload(client, "a.csv", "a\n1\n")
    assert answer.status_code == 409
    assert "20 projects" in answer.json()["message"]


def test_no_value_and_no_token_of_a_session_in_the_log(tmp_path):
    secret = "Zebedee"
    with serving(tmp_path) as running, running.client() as client:
        place = opened(client, "x.csv", f"job,age\n{secret},1\n{secret}x,2\n")
        client.post(f"{place}/roles", data=roles("quasi", "other"))
        client.get(f"{place}/knowledge")
        client.get(f"{place}/concepts/0", params={"id": secret})
        client.post(f"{place}/run", data={"name": ""})
        waited(client, place)
        cookie = next(iter(client.cookies.jar)).value
    printed = "".join(running.lines)
    assert secret not in printed
    assert cookie not in printed


def test_two_browsers_have_separate_projects(server):
    with server.client() as one, server.client() as other:
        place = opened(one, "mine.csv", JOBS)
        assert other.get(f"{place}/data").status_code == 404
        assert other.get(f"{place}/recipe.toml").status_code == 404
        assert "mine.csv" not in other.get("/").text
        assert {c.value for c in one.cookies.jar}.isdisjoint({c.value for c in other.cookies.jar})


def test_the_cookie_of_one_server_is_refused_by_another(server, tmp_path):
    with serving(tmp_path) as second, server.client() as client:
        cookies = "; ".join(
            f"{c.name.replace(str(server.port), str(second.port))}={c.value}" for c in client.cookies.jar
        )
        assert httpx.get(second.base, headers={"cookie": cookies}).status_code == 401


def test_nothing_is_available_before_the_gate(client):
    place = opened(client, "jobs.csv", JOBS)
    assert client.get(f"{place}/release/1/jobs.masked.csv").status_code == 403
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "other"))
    client.post(f"{place}/run", data={"name": ""})
    waited(client, place)
    for name in ("jobs.masked.csv", "report.html", "recipe.toml", "task.json"):
        assert client.get(f"{place}/release/1/{name}").status_code == 403
    unread = client.post(f"{place}/release", data={"run": "1"})
    assert "The release is not confirmed yet." in unread.text
    client.post(f"{place}/release", data={"run": "1", "read": "1", "unique": "1"})
    assert client.get(f"{place}/release/1/jobs.masked.csv").status_code == 200
    for name in ("task.json", "outcome.json", "..%2f..%2fjobs.csv"):
        assert client.get(f"{place}/release/1/{name}").status_code == 404


@pytest.mark.parametrize("options", [[], ["--i-know"], ["--certificate", "a.pem", "--private-key", "b.pem"]])
def test_another_host_is_refused_unless_known_and_encrypted(options):
    command = [sys.executable, "-m", "kinonym", "serve", "--no-browser", "--host", "192.0.2.1", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "where others can reach it" in done.stderr


def test_an_unforeseen_error_shows_its_place_and_no_value(tmp_path):
    from starlette.requests import Request

    from kinonym.web.application import _error_page

    try:
        _ = {}["Zebedee"]
    except KeyError as error:
        shown = _error_page(Request({"type": "http", "method": "GET", "headers": []}), 500, error)
    assert b"KeyError in test_safety.py" in shown.body
    assert b"Zebedee" not in shown.body
