"""Roles drafted in ten languages, by the column's name and by its values; the words are not the examples of the rules."""

import random

import pytest

from kinonym import ontologies
from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.header_words import means, split_header

ROWS = 240
PEOPLE = {
    "de": (
        "Wolfgang Ursula Dieter Heike Karsten Birgit Thorsten",
        "Niedermayer Kröger Sattler Hölzl Pfeiffer Kirchner",
    ),
    "es": ("Begoña Íñigo Macarena Gonzalo Rocío Álvaro", "Etxeberria Quintanilla Zurita Lozano Pacheco Ibáñez"),
    "ca": ("Oriol Mireia Arnau Laia Meritxell Guillem", "Casadevall Vilalta Rovira Camprubí Soler Puigdomènech"),
    "fr": ("Aurélie Thibault Élodie Corentin Solène Yann", "Lemoine Duvivier Bellanger Rousselot Gauthier Vasseur"),
    "pl": ("Grzegorz Agnieszka Zbigniew Małgorzata Bożena", "Wiśniewska Kamińska Zając Szymańska Pawlak Dudek"),
    "sv": ("Gunilla Torbjörn Ebba Lennart Pernilla Åsa", "Hedlund Bergqvist Sjöberg Lindgren Ekström Wallin"),
    "nl": ("Joost Marieke Sjoerd Femke Anouk Lotte", "Hoekstra Dijkstra Vermeulen Kuipers Postma Brouwer"),
    "it": ("Giulia Lorenzo Chiara Matteo Federica Ilaria", "Bertolini Moretti Caruso Pellegrini Marchetti Fiorentino"),
    "pt": ("Inês Gonçalo Beatriz Tiago Mafalda Duarte", "Carvalho Figueiredo Nogueira Tavares Pinheiro Seixas"),
    "en": ("Harriet Priya Mohammed Siobhan Callum Jessica", "Whitaker Okafor Patel Hughes Sinclair Fletcher"),
}


@pytest.fixture(scope="module")
def known():
    return {name: ontologies.load(name) for name in ("wordnet", "m49")}


def split(text):
    return [name.strip() for name in text.split("|")]


def role(name, values, known=None):
    return guess_table({name: values}, known or {}).columns[0].role.value


def drawn(values, seed=1):
    draw = random.Random(seed)
    return [draw.choice(values) for _ in range(ROWS)]


WRITTEN = {
    "full": lambda given, last: f"{given} {last}",
    "inverted": lambda given, last: f"{last}, {given}",
    "capitals": lambda given, last: f"{last.upper()} {given}",
    "initial": lambda given, last: f"{given[0]}. {last}",
    "title": lambda _, last: f"Dr. {last}",
    "given": lambda given, _: given,
    "surname": lambda _, last: last,
    "inside": lambda given, last: f"{given} {last} (night shift, second floor)",
}


@pytest.mark.parametrize("language", PEOPLE)
@pytest.mark.parametrize("written", WRITTEN)
def test_names_of_people_are_identifiers_though_they_repeat_and_nothing_is_named_so(known, language, written):
    given, last = (names.split() for names in PEOPLE[language])
    values = [WRITTEN[written](a, b) for a, b in zip(given * 2, last * 3, strict=False)][:6]
    assert role("x7", drawn(values), known) == "identifier"


@pytest.mark.parametrize(
    "values",
    [
        "Germany France Spain Italy Poland Austria Portugal",
        "Paris London Madrid Berlin Vienna Florence Austin Lincoln",
        "Baker Cook Taylor Mason Carpenter Farmer Butcher Miller",
        "Rose Daisy Lily Iris Violet Poppy Heather Tulip",
        "Toyota Ford Seat Renault Fiat Mercedes Skoda Opel Volvo",
        "Diabetes Asthma Pneumonia Hypertension Migraine Measles",
        "Cardiologie Longziekten Chirurgie Neurologie Urologie",
        "Seat_Ibiza Renault_Clio Fiat_Panda Opel_Corsa Ford_Fiesta",
        "Central_Library East_Branch Castle_Hill_Library Riverside_Branch",
        "Getafe Móstoles Leganés Alcorcón Parla Valdemoro Coslada",
        "Leche Pan Queso Manzana Naranja Arroz Pollo",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "Great_Expectations Wuthering_Heights War_and_Peace Moby_Dick",
        "Prof._Dr. Dr. Dipl.-Ing.",
    ],
)
def test_things_with_capitals_are_not_taken_for_people(known, values):
    assert role("x7", drawn([value.replace("_", " ") for value in values.split()]), known) != "identifier"


@pytest.mark.parametrize(
    "name",
    split("""Nachname|cognoms|nom_usager|behandelnderArzt|opiekun|handläggare|Klassenlehrerin|metge_de_capçalera|medico curante|
    lekarz_prowadzący|läkare|huisarts|encarregado de educação|contact person|vårdnadshavare|
    responsabile|förnamn|imię|naam patiënt|Patientenname|leidinggevende|line manager|SEN caseworker|nom de l'enseignant|
    Ansprechpartner|przełożony|titular|Name|apellido2"""),
)
def test_headers_that_name_people_need_no_known_name_below_them(name):
    assert role(name, drawn(["Qwx", "Zyt", "Vbn", "Plk"])) == "identifier"


@pytest.mark.parametrize(
    "name",
    split("""PatientenNr|num_carnet|NHC|BSN|PESEL|personnummer|nº expediente|numéro de dossier|nr_klienta|klantnummer|
    medlemsnr|matricola|id_alumne|leerlingnummer|lånekort|num_utente|pupil_no|card|session|account|customer|member|
    Versichertennummer|codi_pacient|policyNumber|polisnummer|loan ref"""),
)
@pytest.mark.parametrize("shape", ["{:05d}", "K{:03d}"])
def test_headers_that_number_people_are_identifiers_though_keys_repeat(name, shape):
    assert role(name, drawn([shape.format(n) for n in range(90)])) == "identifier"


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("phone_consent", ["ja", "nein"], "other"),
        ("has_email", ["0", "1"], "quasi"),
        ("contact_channel", ["email", "phone", "post"], "other"),
        ("card_type", ["Visa", "Maestro"], "other"),
        ("visit_no", ["1", "2", "3"], "other"),
        ("customer_segment", ["gold", "basic"], "quasi"),
        ("forma_de_pago", ["tarjeta", "efectivo"], "other"),
        ("kanaal", ["web", "balie", "telefoon"], "other"),
    ],
)
def test_kinds_and_answers_below_such_headers_are_not(name, values, expected):
    assert role(name, drawn(values)) == expected


@pytest.mark.parametrize(
    ("meaning", "names"),
    {
        "sex": "Geschlecht|sexo|kön|płeć|geslacht|sesso|Anrede",
        "birth": "Geburtsjahr|fecha_nacimiento|data urodzenia|födelseår|geboortedatum|dateOfBirth",
        "place": "Wohnort|municipio|commune|gmina|hemkommun|woonplaats|concelho|barri|Stadtteil|codePostal",
        "occupation": "zawód|yrke|ocupación|Beruf|métier|professione|profissão|ofici|functie",
        "background": "Staatsangehörigkeit|narodowość|medborgarskap|cittadinanza|Muttersprache|wyznanie",
        "education": "Schulabschluss|wykształcenie|utbildning|opleiding|niveau_etudes|titolo di studio",
        "family": "Familienstand|stan_cywilny|civilstånd|estado_civil|etatCivil|burgerlijke staat",
    }.items(),
)
def test_what_others_may_know_is_quasi_though_frequent(meaning, names):
    for name in names.split("|"):
        assert means(name, meaning), name
        assert role(name, drawn(["a", "b"])) == "quasi", name


@pytest.mark.parametrize(
    "name",
    split("""hospital_expire_flag|exitus|décès|verstorben|deceduto|óbito|overleden|zgon|avliden|defunció|destino_alta|
    Entlassungsart|mode_sortie|ontslagbestemming|tryb_wypisu|DISCHARGE_LOCATION|Entlassungsdiagnose|diagnóstico_alta|
    uitslag|esito|provsvar|wynik_badania|Testergebnis|résultat|resultat"""),
)
def test_outcomes_are_confidential(name):
    assert role(name, drawn(["a", "b", "c"])) == "confidential"


@pytest.mark.parametrize(
    "name", split("salario|Gehalt|stipendio|wynagrodzenie|månadslön|salaris|sou|rendimento|income")
)
def test_salaries_are_measurements_though_every_one_differs(name):
    draw = random.Random(name)
    column = guess_table({name: [str(int(draw.gauss(40_000, 7_000))) for _ in range(ROWS)]}, {}).columns[0]
    assert (column.role.value, column.type.value) == ("confidential", "numeric")


MEASURED = {
    "decimals": lambda draw, i: f"{draw.gauss(50, 9):.2f}",
    "units": lambda draw, i: f"{draw.gauss(70, 9):.1f} kg",
    "skewed": lambda draw, i: str(int(draw.lognormvariate(9, 1))),
    "bell": lambda draw, i: str(int(draw.gauss(400_000, 60_000))),
    "rounded": lambda draw, i: str(10 * draw.randrange(1_000, 9_999)),
    "pairs": lambda draw, i: f"{draw.randrange(100, 160)}/{draw.randrange(60, 95)}",
    "thousands": lambda draw, i: f"{draw.uniform(1000, 9999):.2f}",
}
KEYS = {
    "sequence": lambda draw, i: str(4_000 + i),
    "even spread": lambda draw, i: str(draw.randrange(10**6, 10**7)),
    "short": lambda draw, i: str(10_000 + 37 * i),
    "long": lambda draw, i: str(draw.randrange(10**10, 10**11)),
}


@pytest.mark.parametrize("kind", [*MEASURED, *KEYS])
def test_unique_numbers_are_measurements_or_keys_by_their_distribution(kind):
    draw = random.Random(4)
    values = [{**MEASURED, **KEYS}[kind](draw, i) for i in range(ROWS)]
    assert role("x7", values) == ("confidential" if kind in MEASURED else "identifier")


def test_measurements_with_units_are_confirmed_so_that_the_draft_can_be_masked():
    draw = random.Random(2)
    text = draft_recipe(guess_table({"x7": [f"{draw.gauss(70, 9):.2f} kg" for _ in range(ROWS)]}, {}))
    assert '[release]\nconfirm = ["x7"]' in text


@pytest.mark.parametrize("name", ["FIRST", "LAST", "MAIDEN"])
def test_parts_of_names_are_identifiers_also_with_figures_behind_them(name, known):
    given = ["Abram", "Gaynell", "Tawna", "Deandre", "Emile", "Rosamaria"]
    values = drawn([f"{word}{n}" for n, word in enumerate(given, 41)])
    assert role(name, values) == "identifier"
    assert role("x7", values, known) == "identifier"


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("A1Cresult", ["Norm", ">7", ">8"], "confidential"),
        ("examide", ["No", "Steady"], "confidential"),
        ("CODE", [str(4_000_000 + 7 * n) for n in range(60)], "quasi"),
        ("address", ["U", "R"], "quasi"),
        ("num_family_members", ["1", "2", "3", "4"], "quasi"),
        ("PREFIX", ["Mr.", "Mrs.", "Ms."], "quasi"),
        ("dose", ["0.5", "1.0", "2.5"], "quasi"),
    ],
)
def test_headers_that_look_like_something_else(name, values, expected):
    assert role(name, drawn(values)) == expected


def test_years_are_quasi():
    assert role("baujahr", drawn([str(1900 + n) for n in range(110)])) == "quasi"


def test_words_of_headers_are_found_in_any_spelling():
    assert split_header("Año_deNacimiento") == ("ano", "de", "nacimiento")
    assert means("GEBURTSDATUM", "birth")
    assert means("Beschaeftigung", "occupation")
    assert means("firstname", "person_name")
    assert means("code-postal", "postal")
    assert not means("report", "place")
    assert not means("customer", "money")


def test_a_few_things_in_small_letters_are_not_names_of_people():
    """`lampa` and `leksak` are also surnames; a list of names has capitals, or is longer."""
    values = ["lampa", "bok", "cykel", "leksak", "soffa"] * 60
    assert guess_table({"vara": values}, {}).columns[0].role.value == "quasi"


def test_texts_that_mention_given_names_are_identifiers():
    given = [
        "Ingrid",
        "Matthias",
        "Giulia",
        "Carlos",
        "Beatriz",
        "Agnieszka",
        "Laurent",
        "Annika",
        "Joost",
        "Oriol",
        "Heather",
        "Pedro",
        "Wanda",
        "Stefano",
        "Chloe",
    ]
    values = [f"mit {name}" for name in given] * 8 + ["egal"] * 60
    assert guess_table({"Zimmerwunsch": values}, {}).columns[0].role.value == "identifier"
