"""What headers mean in ten languages: amounts, findings, illnesses, offences; abbreviated, inflected and compounded."""

import random

import pytest

from kinonym.drafting import guess_table
from kinonym.drafting.header_words import names_currency
from kinonym.drafting.word_forms import known_form

ROWS = 240


def role(name, values):
    draw = random.Random(f"{name} {values}")
    return guess_table({name: [draw.choice(values) for _ in range(ROWS)]}, {}).columns[0].role.value


AMOUNTS = {
    "en": "Membership fee|Weekly rent|Refund|Donation amount|Unit price",
    "es": "cuota|Alquiler mensual|Precio|fianza|donativo",
    "ca": "quota|lloguer|preu|taxa|donatiu",
    "fr": "cotisation|loyer|prix|frais|remboursement",
    "de": "Mitgliedsbeitrag|Kaltmiete|Gebühr|Kaufpreis|Spende",
    "it": "canone|quota associativa|prezzo|cauzione|rimborso",
    "pt": "propinas|mensalidade|preço|caução|donativo",
    "nl": "contributie|huurprijs|eigen bijdrage|schenking|vergoeding",
    "pl": "opłata|czynsz|cena|darowizna|zaległości",
    "sv": "medlemsavgift|hyra|pris|gåva|ersättning",
}
FOUND = {
    "en": "Hb g/L|Weight (kg)|Visual acuity|Injury|Dietary requirements|Offence|Voting intention|Risk level|Fault",
    "es": "Glucemia|Peso (kg)|Lesiones|Alergias|Delito|Intención de voto|Nivel de riesgo|Gravedad|Rescisión",
    "ca": "Glucèmia|Pes|Malalties|Al·lèrgies|Delicte|Intenció de vot|Risc social|Gravetat|Renúncia",
    "fr": "Glycémie|Poids|Blessure|Allergies|Délit|Intention de vote|Besoins|Gravité|Rupture",
    "de": "Blutzucker|Körpergewicht|Verletzung|Unverträglichkeiten|Straftat|Wahlabsicht|Unterstützungsbedarf|Kündigung",
    "it": "Glicemia|Peso pre|Lesioni|Allergie|Reato|Intenzione di voto|Fragilità|Gravità|Bocciato",
    "pt": "Glicemia|Peso|Lesões|Alergias|Crime|Intenção de voto|Nível de risco|Gravidade|Desistência",
    "nl": "Bloedsuiker|Gewicht|Letsel|Voedselallergie|Delict|Voorkeur|Gehandicaptenkaart|Ernst|Uitstroomreden",
    "pl": "Glukoza|Waga|Urazy|Alergie|Wykroczenie|Poparcie dla strajku|Potrzeby|Ciężkość|Rezygnacja",
    "sv": "Blodsocker|Vikt|Skador|Specialkost|Brott|Inställning|Behov av stöd|Svårighetsgrad|Avhopp",
}


@pytest.mark.parametrize("language", AMOUNTS)
def test_amounts_are_confidential_even_if_they_are_few(language):
    for name in AMOUNTS[language].split("|"):
        assert role(name, ["29.90", "42.50", "61.00"]) == "confidential", name
        assert role(name, ["10", "20", "30"]) == "confidential", name


@pytest.mark.parametrize("language", FOUND)
def test_findings_illnesses_offences_and_opinions_are_confidential(language):
    for name in FOUND[language].split("|"):
        assert role(name, ["a1", "b2", "c3"]) == "confidential", name


@pytest.mark.parametrize("name", ["Hittelön kr", "Total (€)", "Zaległość w zł", "kwota_pln", "Betrag EUR", "Sum £"])
def test_a_currency_in_a_header_is_found(name):
    assert names_currency(name)
    assert role(name, ["100", "200", "500"]) == "confidential"


@pytest.mark.parametrize("name", ["Kreatinin", "keur", "Zlin", "currency", "Krankenkasse"])
def test_a_part_of_a_word_is_no_currency(name):
    assert not names_currency(name)


@pytest.mark.parametrize("name", ["illness", "Krankheit", "maladie", "malattia", "choroba", "sjukdom", "ziekte"])
def test_an_illness_in_unknown_codes_is_what_the_data_are_about(name):
    assert role(name, ["a1", "b2", "c3"]) == "confidential"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("School attended", ["Elm", "Oak", "Ash"]),
        ("Turno de residencia", ["a", "b", "c"]),
        ("Fase de la enfermedad", ["a", "b", "c"]),
        ("State", ["NY", "CA", "TX"]),
        ("Monthly quantity €", ["1.50", "2.50", "3.50"]),
    ],
)
def test_a_word_of_handling_does_not_make_what_is_about_a_person_harmless(name, values):
    assert role(name, values) != "other"


@pytest.mark.parametrize("values", [["Mattina", "Pomeriggio", "Sera"], ["L", "R"], ["In person", "Video", "Telephone"]])
def test_shifts_sides_and_ways_to_meet_are_neither_names_nor_about_people(values):
    assert role("unheard", values) == "other"


def test_decisions_are_outcomes_even_if_some_are_pending():
    assert role("unheard", ["Granted", "Refused", "Pending"]) == "confidential"
    assert role("unheard", ["none", "no"]) != "confidential"


def test_an_abbreviation_is_short_and_means_one_thing():
    assert known_form("drink") is None  # of drinking
    assert known_form("with") is None
    assert known_form("geb", dotted=True) is None  # known by itself
    assert known_form("nacim") == "nacimiento"


@pytest.mark.parametrize("name", ["Geb.-Dat.", "Fam.-St.", "Nat.", "Staatsang.", "Occup."])
def test_abbreviated_facts_about_people_are_never_passed_on(name):
    assert role(name, ["x1", "x2", "x3"]) == "quasi"


@pytest.mark.parametrize("name", ["response_id", "result_no", "outcome_key", "offence ref"])
def test_a_key_of_an_outcome_is_a_key(name):
    values = [str(1_000_003 + 7919 * i) for i in range(ROWS)]
    assert guess_table({name: values}, {}).columns[0].role.value == "identifier"


@pytest.mark.parametrize("name", ["Reg. av", "recorded by", "erfasst von", "firmado por", "saisi par"])
def test_who_did_something_is_an_identifier(name):
    assert role(name, ["ANLI", "BGBE", "MASJ", "KRNY"]) == "identifier"


@pytest.mark.parametrize("written", ["{}, {}", "{1}. {0} (nurse)", "{0} {1}. (inf.)"])
def test_a_surname_with_an_initial_is_a_name(written):
    people = [
        written.format(name, letter) for name, letter in zip(["Shackleton", "Jessop", "Atherton"], "KCB", strict=True)
    ]
    assert role("unheard", people) == "identifier"


def test_numbers_with_zeros_in_front_are_keys_and_never_measured():
    keys = [f"{n:05d}" for n in range(3, 9000, 41)]
    assert role("unheard", keys) == "identifier"
    assert role("unheard", [f"{n:02d}" for n in range(1, 60)]) == "quasi"
    assert guess_table({"policy_nr": [f"0045.{n}" for n in range(10**7, 10**7 + ROWS)]}, {}).columns[0].role.value == (
        "identifier"
    )


def test_a_column_with_one_value_is_harmless_unless_it_names_somebody():
    assert role("unheard", ["KX-0217"]) == "other"
    assert role("doctor", ["Dr. Ada Byron"]) == "identifier"
    assert guess_table({"unheard": ["x"] * 100 + [None] * 20}, {}).columns[0].role.value != "other"


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("ARM", ["Drug 10 mg", "Drug 25 mg", "Placebo"], "confidential"),
        ("Grade", ["4", "5", "6", "U"], "confidential"),
        ("Grade", ["Senior clerk", "Clerk", "Head"], "quasi"),
        ("unheard", ["mg/dL", "g/dL", "%"], "other"),
        ("Contract type", ["Permanent", "Fixed term"], "quasi"),
        ("age_at_diagnosis", ["31", "42", "53"], "quasi"),
        ("diagnosis_hospital", ["RR8", "RCF", "RAE"], "quasi"),
        ("assessment_type", ["Quarterly", "Annual"], "other"),
        ("zoekterm", [f"lamp {n}" for n in range(40)], "identifier"),
    ],
)
def test_heads_and_values_decide(name, values, expected):
    assert role(name, values) == expected
