"""Everything the command refuses, on the page, with the same words."""

import pytest

from kinonym.errors import KinonymError
from kinonym.recipe import load_recipe, make_method

from .conftest import JOBS
from .serving import opened, roles, upload, waited

CYCLE = "child,parent\na,b\nb,c\nc,a\n"
SPORTS = "child,parent\ntop,\nnurse,top\nplumber,top\nmidwife,nurse\ncarpenter,top\nwelder,top\nsurgeon,nurse\n"


@pytest.fixture
def place(client):
    made = opened(client, "jobs.csv", JOBS)
    client.post(f"{made}/roles", data=roles("identifier", "quasi", "other", "confidential"))
    return made


def words_of(call):
    with pytest.raises(KinonymError) as refused:
        call()
    return refused.value.message


def test_a_file_that_is_not_a_table_is_refused(client):
    answer = upload(client, "photo.csv", b"\0\1\2\3" * 100)
    shown = client.get(answer.json()["location"]).text
    assert "NUL byte" in shown
    assert "work-" not in shown  # no path of this machine


def test_two_columns_that_look_alike(client):
    answer = upload(client, "twice.csv", "Age,age\n1,2\n")
    assert "have names that look alike" in client.get(answer.json()["location"]).text


def test_an_empty_file(client):
    assert "the file is empty" in client.get(upload(client, "empty.csv", b"").json()["location"]).text


def test_the_same_name_twice_is_two_projects(client):
    first, second = (upload(client, "same.csv", JOBS).json()["location"] for _ in range(2))
    assert first != second


def test_leading_zeros_stay(client):
    place = opened(client, "zeros.csv", "code,job\n007,nurse\n008,plumber\n")
    assert "<td>007</td>" in client.get(f"{place}/data").text


def test_delimiter_and_encoding_are_found(client):
    text = "name;größe\nJosé;12\nZoë;13\n"
    place = opened(client, "latin.csv", text.encode("cp1252"))
    shown = client.get(f"{place}/data").text
    assert "<td>José</td>" in shown
    assert 'delimiter = ";"' in client.get(f"{place}/recipe.toml").text
    assert 'encoding = "cp1252"' in client.get(f"{place}/recipe.toml").text


def test_a_workbook_asks_for_its_sheet(client, tmp_path):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    book = xlsxwriter.Workbook(tmp_path / "book.xlsx")
    for name in ("Notes", "Data"):
        book.add_worksheet(name).write_column(0, 0, [f"in {name}", "nurse", "baker"])
    book.close()
    place = opened(client, "book.xlsx", (tmp_path / "book.xlsx").read_bytes())
    page = client.get(f"{place}/data").text
    assert "This workbook has 2 sheets: choose the one with your table." in page
    assert page.count('name="sheet" value="') == 2
    assert "<option>Data</option>" in page
    client.post(f"{place}/data", data={"sheet": "Data", "again": "1", "empty": "1"})
    page = client.get(f"{place}/data").text
    assert "in Data" in page
    assert "<option selected>Data</option>" in page
    assert "kinonym mask &#39;book.xlsx#Data&#39;" in page


def test_missing_markers_can_be_changed(client):
    place = opened(client, "gaps.csv", "job,age\n" + "nurse,30\nn.k.,31\n" * 10)
    client.post(f"{place}/data", data={"empty": "1", "more_missing": "n.k.", "again": "1", "encoding": "utf-8"})
    assert "50.0 % missing" in client.get(f"{place}/roles").text.replace("\xa0", " ")


def test_no_quasi_identifier(client):
    place = opened(client, "jobs.csv", JOBS)
    answer = client.post(f"{place}/roles", data=roles("identifier", "other", "other", "other"))
    assert "No column would be masked." in answer.text


@pytest.mark.parametrize(("field", "given"), [("k", "1"), ("k", "many"), ("k", ""), ("l_diversity", "0"), ("c", "-1")])
def test_a_wrong_parameter_is_reported_at_its_field(client, place, field, given):
    form = {"name": "sa-mdav", "k": "5", field: given}
    shown = client.post(f"{place}/protection", data=form).text
    if given == "":
        assert "The method sa-mdav needs a value for k." in shown
        return
    number = int(given) if given.lstrip("-").isdecimal() else given
    words = words_of(lambda: make_method({"name": "sa-mdav", "k": 5, field: number}))
    at = shown.index(f'id="e-{field}"')
    assert words[:40] in shown[at : at + 400].replace("&#39;", "'")


def test_demands_without_a_confidential_column(client):
    place = opened(client, "jobs.csv", JOBS)
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "other"))
    shown = client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "3", "l_diversity": "2"}).text
    assert "Varied confidential values are required, but no column is confidential." in shown


def test_a_method_that_does_not_exist(client, place):
    assert "There is no such method." in client.post(f"{place}/protection", data={"name": "magic"}).text


def test_an_ontology_with_a_cycle(client, place):
    answer = upload(client, "cycle.csv", CYCLE, f"{place}/knowledge/1/ontology")
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("the is-a links form a cycle")


def test_an_uploaded_ontology_can_be_chosen(client, place):
    assert upload(client, "own.csv", SPORTS, f"{place}/knowledge/1/ontology").status_code == 201
    shown = client.get(f"{place}/knowledge?column=1").text
    assert "Every value has its concept" in shown
    assert 'ontology = "own.csv"' in client.get(f"{place}/recipe.toml").text


def test_an_ontology_of_the_same_name_is_another_one(client, place):
    upload(client, "own.csv", SPORTS, f"{place}/knowledge/1/ontology")
    assert "Every value has its concept" in client.get(f"{place}/knowledge?column=1").text
    fewer = SPORTS.replace("welder,top\n", "")
    upload(client, "own.csv", fewer, f"{place}/knowledge/1/ontology")
    assert "1 value has no concept" in client.get(f"{place}/knowledge?column=1").text
    assert 'ontology = "2-own.csv"' in client.get(f"{place}/recipe.toml").text


@pytest.mark.parametrize("name", ["files", "live", "incoming", "run-1", "..", "con\u202evsc.csv"])
def test_names_that_the_page_uses_itself(client, name):
    place = opened(client, name, JOBS)
    assert client.get(f"{place}/knowledge").status_code == 200


def test_a_step_back_also_takes_back_what_means_missing(client):
    place = opened(client, "gaps.csv", "job,age\n" + "nurse,30\nn.k.,31\n" * 10)
    client.post(f"{place}/data", data={"empty": "1", "more_missing": "n.k.", "again": "1", "encoding": "utf-8"})
    client.post(f"{place}/undo")
    assert "missing" not in client.get(f"{place}/roles").text.split("<tbody>")[1].split("</tbody>")[0]


def test_a_mapping_of_another_ontology(client, place):
    upload(client, "own.csv", SPORTS, f"{place}/knowledge/1/ontology")
    kept = client.get(f"{place}/knowledge/1/mapping.csv").content
    client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet"})
    answer = upload(client, "jobs.map.csv", kept, f"{place}/knowledge/1/mapping")
    assert answer.status_code == 422
    assert "was made with another ontology" in answer.json()["message"]


def test_a_mapping_can_be_downloaded_and_uploaded(client, place):
    kept = client.get(f"{place}/knowledge/1/mapping.csv")
    assert kept.headers["content-disposition"].startswith("attachment")
    assert upload(client, "jobs.map.csv", kept.content, f"{place}/knowledge/1/mapping").status_code == 201
    assert 'mapping = "job.map.csv"' in client.get(f"{place}/recipe.toml").text


def test_a_mapping_without_its_columns(client, place):
    answer = upload(client, "wrong.csv", "a,b\n1,2\n", f"{place}/knowledge/1/mapping")
    assert answer.json()["message"] == "wrong.csv has no column 'value'"


def test_a_nominal_column_without_an_ontology(client, place):
    shown = client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": ""}).text
    assert "job has no ontology yet." in shown


def test_a_recipe_with_an_unknown_key(client, place):
    toml = client.get(f"{place}/recipe.toml").text
    broken = toml.replace("[columns.job]\n", "[columns.job]\nontolgy = 'x'\n")
    words = words_of(lambda: load_recipe(broken))
    answer = upload(client, "r.toml", broken, f"{place}/recipe")
    assert answer.status_code == 422
    assert answer.json()["message"] == words
    assert upload(client, "r.toml", "not toml", f"{place}/recipe").status_code == 422


def test_a_recipe_of_another_table(client, place):
    other = '[columns.town]\nrole = "quasi"\ntype = "plain"\n[method]\nname = "suppress"\nk = 2\n'
    assert "which the table does not have" in upload(client, "r.toml", other, f"{place}/recipe").json()["message"]


def test_a_matching_recipe_is_accepted(client, place):
    toml = client.get(f"{place}/recipe.toml").text.replace("k = 5", "k = 3")
    assert upload(client, "r.toml", toml, f"{place}/recipe").status_code == 201
    assert "k = 3" in client.get(f"{place}/recipe.toml").text


def test_500_columns(client):
    names = [f"c{i}" for i in range(500)]
    text = ",".join(names) + "\n" + "".join(",".join(str((r * c) % 7) for c in range(500)) + "\n" for r in range(30))
    place = opened(client, "wide.csv", text)
    shown = client.get(f"{place}/roles").text
    assert shown.count("<select name=") == 500
    chosen = roles(*["quasi" if i < 2 else "other" for i in range(500)])
    assert client.post(f"{place}/roles", data=chosen).status_code == 200


def test_an_unmapped_word_stops_the_run_and_leads_to_the_knowledge(client):
    place = opened(client, "jobs.csv", JOBS + "p900,qwxzy,30,w\n")
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "other"))
    client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "root": "person.n.01"})
    client.post(f"{place}/run", data={"name": ""})
    shown = waited(client, place)
    assert "One value of job has no concept in WordNet (records: 1): choose what happens to it." in shown
    assert f'href="{place}/knowledge"' in shown
    assert "qwxzy" not in shown


def test_a_word_without_a_concept_is_written_as_missing(client):
    place = opened(client, "jobs.csv", JOBS + "p900,qwxzy,30,w\n")
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "other"))
    client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "root": "person.n.01"})
    page = client.get(f"{place}/knowledge?column=1").text
    number = page.split('name="value" value="')[1].split('"')[0]
    client.post(f"{place}/knowledge/1/map", data={"value": number, "concept": ""})
    assert 'unmapped = "suppress"' in client.get(f"{place}/recipe.toml").text
    client.post(f"{place}/run", data={"name": "without"})
    assert "Done in" in waited(client, place)


def test_too_large_a_k(client, place):
    client.post(f"{place}/protection", data={"name": "sa-mdav", "k": "500"})
    client.post(f"{place}/run", data={"name": ""})
    shown = waited(client, place)
    assert "No release was made" in shown
    assert f'href="{place}/' in shown


def test_a_column_that_looks_like_an_identifier_must_be_confirmed(client):
    place = opened(client, "jobs.csv", JOBS)
    chosen = roles("other", "quasi", "other", "other")
    client.post(f"{place}/roles", data=chosen)
    assert "looks like an identifier" in client.get(f"{place}/roles").text
    client.post(f"{place}/run", data={"name": ""})
    assert "looks like an identifier" in waited(client, place)
    client.post(f"{place}/roles", data={**chosen, "confirm-0": "on"})
    client.post(f"{place}/run", data={"name": ""})
    assert "Done in" in waited(client, place, "2")


@pytest.mark.parametrize(
    "path", ["knowledge?column=99", "concepts/99", "jobs/7/status", "summary/9", "concepts/1?id=nope"]
)
def test_unusual_addresses_cause_no_internal_error(client, place, path):
    assert client.get(f"{place}/{path}").status_code in (200, 404, 422)
    assert "internal" not in client.get(f"{place}/{path}").text


def test_recipe_keys_without_a_field_on_the_page_are_preserved(client, place):
    toml = client.get(f"{place}/recipe.toml").text
    with_counts = toml.replace(
        'ontology = "wordnet"', 'ontology = "wordnet"\nmeasure = "lin"\ncode_refset = "447562003"', 1
    )
    assert client.put(f"{place}/recipe?name=r.toml", content=with_counts).status_code == 201
    client.post(f"{place}/knowledge/1", data={"type": "nominal", "ontology": "wordnet", "weight": "2"})
    written = client.get(f"{place}/recipe.toml").text
    assert 'code_refset = "447562003"' in written
    assert "weight = 2.0" in written
    assert "measure" not in written
    assert "weight" in client.post(f"{place}/knowledge/1", data={"type": "nominal", "weight": "much"}).text


def test_scenarios_of_a_recipe_are_preserved(client, place):
    """The page has no field for them; without them another guarantee would be released."""
    toml = client.get(f"{place}/recipe.toml").text
    given = toml + '\n[[scenario]]\nname = "neighbour"\nknows = ["job"]\nk = 3\n'
    assert upload(client, "r.toml", given, f"{place}/recipe").status_code == 201
    assert "k = 5 holds" not in client.get(f"{place}/roles").text
    client.post(f"{place}/roles", data=roles("identifier", "quasi", "other", "confidential"))
    assert load_recipe(client.get(f"{place}/recipe.toml").text).scenario == load_recipe(given).scenario


def test_a_recipe_without_types(client, place):
    """The type is optional: the other keys of a column imply it."""
    written = client.get(f"{place}/recipe.toml").text
    plain = "\n".join(line for line in written.splitlines() if not line.startswith("type = ")) + "\n"
    assert upload(client, "r.toml", plain, f"{place}/recipe").status_code == 201
    for column in range(4):
        assert client.get(f"{place}/knowledge?column={column}").status_code == 200
    role_only = '[columns.id]\nrole = "identifier"\n' + "".join(
        f'[columns.{name}]\nrole = "quasi"\n' for name in ("job", "age", "illness")
    )
    role_only += '[method]\nname = "sa-mdav"\nk = 3\n'
    assert upload(client, "r.toml", role_only, f"{place}/recipe").status_code == 201
    assert client.get(f"{place}/knowledge").status_code == 200
