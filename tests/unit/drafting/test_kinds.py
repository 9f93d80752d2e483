"""Kinds of columns in ten languages: what is about a case, what is an answer or a finding, what others may know."""

import datetime as dt
import random
import tomllib

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym import ontologies
from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.dates_found import read_date_columns
from kinonym.drafting.questions import is_question
from kinonym.drafting.times_found import are_times_of_day

ROWS = 240


def drawn(values, seed=1):
    draw = random.Random(seed)
    return [draw.choice(values) for _ in range(ROWS)]


def guess(name, values):
    return guess_table({name: values}, {}).columns[0]


def role(name, values):
    return guess(name, values).role.value


def split(text):
    return [name.strip() for name in text.split("|")]


PROCESS = {
    "en": "Payment method|billing_cycle|admission_source|visitNumber|order status|loan_renewals|academic year|shipping",
    "es": "forma de pago|tipo de ingreso|curso académico|asignatura|estado_pedido|prórrogas|tipo_contrato|turno",
    "ca": "forma de pagament|tipus_ingrés|assignatura|estat_sol·licitud|curs escolar|pròrrogues|torn|suport",
    "fr": "mode de paiement|mode_entrée|matière|année scolaire|statut_commande|prolongations|type de contrat|devise",
    "de": "Zahlungsweise|Aufnahmeart|Unterrichtsfach|Schuljahr|Bestellstatus|Verlängerungen|Vertragsform|Mahnstufe",
    "it": "modalità di pagamento|tipo ricovero|anno scolastico|stato_ordine|rinnovi|tipo di contratto|franchigia",
    "pt": "forma de pagamento|tipo_admissão|ano letivo|disciplina|renovações|tipo de contrato|moeda|turno",
    "nl": "betaalwijze|soort opname|schooljaar|orderstatus|verlengingen|contractvorm|verzendwijze|schoolvak",
    "pl": "sposób płatności|tryb przyjęcia|rok szkolny|status_zamówienia|rodzaj umowy|waluta|tryb|przedłużenia",
    "sv": "betalningssätt|inskrivningssätt|läsår|ärendestatus|omlån|avtalsform|självrisk|skift",
}


@pytest.mark.parametrize("language", PROCESS)
def test_what_is_about_a_case_is_other_if_every_value_is_frequent(language):
    for name in split(PROCESS[language]):
        assert role(name, drawn(["a", "b", "c"])) == "other", name
        assert role(name, [*["a", "b"] * 120, "c"]) != "other", name


@pytest.mark.parametrize(
    "values", ["cash|card|direct debit", "offen|abgeschlossen|storniert", "web|balie|telefoon", "efectivo|tarjeta"]
)
def test_values_may_say_that_a_column_is_about_a_case(values):
    assert role("x7", drawn(split(values))) == "other"


KNOWN = {
    "en": "department|Membership Type|smoker|length of service|household form|insurer|pet|tram line|car model|hobby",
    "es": "departamento|tipo de socio|fumador|antigüedad|forma de convivencia|aseguradora|mascota|línea|afición",
    "ca": "departament|tipus de soci|fumadora|antiguitat|convivència|asseguradora|mascota|línia|afició",
    "fr": "service|type d'adhésion|fumeur|ancienneté|foyer|mutuelle|animal|ligne|loisir",
    "de": "Abteilung|Mitgliedsart|Raucher|Dienstjahre|Haushaltsform|Krankenkasse|Haustier|Linie|Klassenstufe",
    "it": "reparto|tipo socio|fumatore|anzianità|conviventi|assicuratore|specie|linea|classe",
    "pt": "departamento|tipo de sócio|fumador|antiguidade|agregado|seguradora|espécie|linha|turma",
    "nl": "afdeling|soort lidmaatschap|roker|dienstjaren|gezinsvorm|zorgverzekeraar|huisdier|lijn|klas",
    "pl": "dział|typ członkostwa|palący|staż pracy|gospodarstwo domowe|ubezpieczyciel|gatunek|linia|klasa",
    "sv": "avdelning|medlemstyp|rökare|anställningstid|boendeform|försäkringsbolag|djurslag|linje|årskurs",
}


@pytest.mark.parametrize("language", KNOWN)
def test_what_others_may_know_is_quasi_though_every_value_is_frequent(language):
    for name in split(KNOWN[language]):
        assert role(name, drawn(["a", "b", "c"])) == "quasi", name


@pytest.mark.parametrize("name", split("tenure|antigüedad|ancienneté|Dienstjahre|anzianità|staż|anställningstid"))
def test_a_time_of_service_is_quasi_and_a_number(name):
    found = guess(name, drawn([str(n) for n in range(60)]))
    assert (found.role.value, found.type.value) == ("quasi", "numeric")


JUDGED = {
    "en": "life satisfaction|would recommend|final grade|SEN status|FSM|pay band|plea|exit reason|allergies|DRG|sick days",
    "es": "satisfacción|recomendaría|resolución|grado de discapacidad|motivo de baja|alergias|procedimiento|motivo_visita",
    "ca": "valoració|recomanaria|resolució|grau de dependència|motiu de baixa|al·lèrgies|tractament|necessitats educatives",
    "fr": "satisfaction|recommanderiez|décision|besoins particuliers|motif de départ|allergies|GHS|boursier|actes",
    "de": "Gesamtzufriedenheit|Weiterempfehlung|Bescheid|Förderbedarf|Kündigungsgrund|Allergien|Eingriff|Besoldungsgruppe",
    "it": "soddisfazione|giudizio finale|delibera|sostegno|motivo cessazione|allergie|intervento|fascia ISEE",
    "pt": "satisfação|recomendaria|decisão|deficiência|motivo de saída|alergias|tratamento|escalão abono",
    "nl": "klanttevredenheid|aanbeveling|besluit|zorgbehoefte|ontslagreden|allergieën|verrichting|salarisschaal",
    "pl": "zadowolenie|polecenie|decyzja|niepełnosprawność|powód odejścia|alergie|zabieg|grupa zaszeregowania",
    "sv": "nöjdhet|rekommendation|beslut|funktionsnedsättning|uppsägningsorsak|allergier|åtgärd|särskilt stöd",
}


@pytest.mark.parametrize("language", JUDGED)
def test_answers_judgements_needs_and_care_are_confidential(language):
    for name in split(JUDGED[language]):
        assert role(name, drawn(["a", "b", "c"])) == "confidential", name


@pytest.mark.parametrize(
    "values",
    [
        "Strongly agree|Agree|Neutral|Disagree",
        "sehr zufrieden|zufrieden|unzufrieden",
        "Plutôt d'accord|Pas du tout d'accord|Tout à fait d'accord",
        "1 - agree|2 - neutral|3 - disagree",
    ],
)
def test_values_that_judge_are_confidential_whatever_the_header(values):
    assert role("x7", drawn(split(values))) == "confidential"


def test_statements_and_batteries_are_answers():
    assert is_question("12 I can talk to my neighbours")
    assert role("My team helps me", drawn("12345")) == "confidential"
    table = {f"v{n}": drawn("12345", n) for n in (1, 2)} | {"rooms": drawn("1234")}
    assert [g.role.value for g in guess_table(table, {}).columns] == ["confidential", "confidential", "quasi"]
    three = {name: drawn("12345", name) for name in ("clean", "quiet", "bright")}
    assert {g.role.value for g in guess_table(three, {}).columns} == {"confidential"}


DATES = {"year first": "%Y%m%d", "day first": "%d%m%Y", "with time": "%Y%m%d%H%M", "with seconds": "%d%m%Y%H%M%S"}


@pytest.mark.parametrize("form", DATES.values(), ids=DATES)
def test_dates_in_digits_are_dates_and_are_written_as_such(form):
    draw = random.Random(form)
    days = [dt.datetime(1990, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=draw.randrange(10**9)) for _ in range(ROWS)]
    texts = [day.strftime(form) for day in days]
    found = guess("x7", texts)
    assert (found.role.value, found.type.value) == ("quasi", "date")
    read = read_date_columns({"x7": texts}, ["x7"]).dates["x7"]
    assert all(read[text].start.date() == day.date() for text, day in zip(texts, days, strict=True))
    sample = {"x7": texts, "sex": drawn("mf")}
    result = kn.mask(pa.table(sample), draft_recipe(guess_table(sample, {}, rows=ROWS)))
    masked = result.table["x7"].to_pylist()
    assert len(read_date_columns({"x7": masked}, ["x7"]).dates["x7"]) == len(set(masked))


@pytest.mark.parametrize("name", ["doctor_id", "MEDICO", "juge_no", "Richter-Nr", "lekarz", "läkare", "rechter_id"])
@pytest.mark.parametrize("values", [["1043", "2201", "3310"], ["K07", "M12", "Z31"]])
def test_numbers_of_staff_are_identifiers_however_few(name, values):
    assert role(name, drawn(values)) == "identifier"


@pytest.mark.parametrize("name", ["NUM", "nr", "hoja padronal", "Haushaltsbogen"])
def test_numbers_of_houses_and_sheets_are_identifiers(name):
    assert role(name, drawn([str(n) for n in range(1, 90)])) == "identifier"


def test_amounts_with_thousands_are_no_identifiers():
    draw = random.Random(5)
    amounts = [f"{draw.randrange(2, 90)}.{draw.randrange(1000):03},{draw.randrange(100):02}" for _ in range(ROWS)]
    text = draft_recipe(guess_table({"Bruttolohn": amounts, "sex": drawn("mf")}, {}))
    assert tomllib.loads(text)["columns"]["Bruttolohn"]["role"] == "confidential"
    assert tomllib.loads(text)["release"]["confirm"] == ["Bruttolohn"]


def test_best_times_are_quasi_and_not_identifiers():
    draw = random.Random(6)
    times = [f"{draw.randrange(30, 59)}:{draw.randrange(60):02}.{draw.randrange(10)}" for _ in range(ROWS)]
    assert role("Bestzeit", times) == "quasi"


@pytest.mark.parametrize("form", ["{}.{:02}", "{:02}:{:02} Uhr", "{}h{:02}", "{:02}{:02}"])
def test_times_of_day_as_offices_write_them(form):
    assert are_times_of_day("Uhrzeit", [form.format(hour, minute) for hour in range(8, 20) for minute in (5, 30)])


def stays(code, *, persons=True):
    draw = random.Random(3)
    known = {"sex": drawn("mf"), "age": [str(draw.randrange(20, 80)) for _ in range(ROWS)]} if persons else {}
    return {**known, "besoksdatum": [f"2020-01-{draw.randrange(1, 28):02}" for _ in range(ROWS)], code: drawn(CODES)}


CODES = ["I10", "E11.9", "J18.9", "N39.0", "K35.8", "C50.9"]


@pytest.mark.parametrize("name", ["diagnoskod", "DIAG_03", "C2", "DAS1", "Nebendiagnose"])
def test_diagnoses_of_stays_are_confidential_and_keep_their_ontology(name):
    known = {"icd10cm": ontologies.load("icd10cm")}
    text = draft_recipe(guess_table(stays(name), known))
    assert tomllib.loads(text)["columns"][name]["role"] == "confidential"
    if name != "Nebendiagnose":
        without = {column: values for column, values in stays(name).items() if column != "besoksdatum"}
        assert {g.column: g.role.value for g in guess_table(without, known).columns}[name] == "quasi"
    drafted = tomllib.loads(text)["columns"][name]
    assert (drafted["ontology"], drafted["mask"]) == ("icd10cm", True)


def test_defendants_are_the_person_and_namesakes_are_not():
    draw = random.Random(8)
    given, last = (
        ["Ana", "Luis", "Marta", "Jorge", "Elena"],
        [f"Quint{'aeiou'[n % 5]}{'rlsn'[n % 4]}" for n in range(20)],
    )
    people = [f"{a} {b}" for a in given for b in last]
    table = {"docket": [str(7000 + i) for i in range(ROWS)], "acusado": [draw.choice(people[:70]) for _ in range(ROWS)]}
    assert guess_table({**table, "sex": drawn("mf")}, {}, rows=ROWS).person == "acusado"
    pupils = {"nom_alumne": [*(f"{name} Soler" for name in people), *people, *(f"Pau {name}" for name in people[:40])]}
    pupils["nom_alumne"][5] = pupils["nom_alumne"][6]
    assert guess_table({**pupils, "sex": drawn("mf"), "curs": drawn("123")}, {}, rows=ROWS).person is None


def test_a_tax_code_is_the_person_and_a_time_as_customer_is_not():
    draw = random.Random(9)
    codes = [f"RSSMRA{n:02}T10A{draw.randrange(100, 999)}S" for n in range(60)]
    assert guess_table({"codice_fiscale": drawn(codes), "sex": drawn("mf")}, {}, rows=ROWS).person == "codice_fiscale"
    months = {"months_as_customer": drawn([str(n) for n in range(300)]), "sex": drawn("mf")}
    assert guess_table(months, {}, rows=ROWS).person is None


def test_an_ontology_that_knows_values_with_nothing_in_common_is_named_as_such():
    """`no diet` and `vegan` are a relation and a person: words of WordNet, but not a column of concepts."""
    values = ["vegan", "vegetarian", "none", "halal"] * 30
    column = guess_table({"xqz": values}, {"wordnet": ontologies.load("wordnet")}, rows=len(values)).columns[0]
    assert column.type.value == "plain"
    assert "have little in common" in column.type.reason
    assert " only" not in column.type.reason
