"""Vocabularies in the layouts in which they are distributed; small samples written by hand from the published layouts."""

import json
import zipfile

import pytest

from kinonym import ontologies
from kinonym.errors import KinonymError, OntologyError, UsageError


def lines(*rows, delimiter="\t"):
    return "".join(delimiter.join(row) + "\n" for row in rows)


CONCEPTS = lines(
    (
        "concept_id",
        "concept_name",
        "domain_id",
        "vocabulary_id",
        "concept_class_id",
        "standard_concept",
        "concept_code",
        "valid_start_date",
        "valid_end_date",
        "invalid_reason",
    ),
    ("1", "Clinical finding", "Condition", "SNOMED", "Finding", "S", "404684003", "20020131", "20991231", ""),
    ("2", "Disease", "Condition", "SNOMED", "Disorder", "S", "64572001", "20020131", "20991231", ""),
    ("3", "Asthma", "Condition", "SNOMED", "Disorder", "S", "195967001", "20020131", "20991231", ""),
    ("4", "Old asthma", "Condition", "SNOMED", "Disorder", "", "1", "20020131", "20101231", "U"),
    ("5", "Asthma, unspecified", "Condition", "ICD10", "Code", "", "J45.9", "20020131", "20991231", ""),
    ("6", "Asthma", "Condition", "ICD10", "Code", "", "J45", "20020131", "20991231", ""),
    ("7", "Spanish language", "Language", "SNOMED", "Qualifier", "S", "408", "20020131", "20991231", ""),
    ("8", 'Inch (") unit', "Unit", "UCUM", "Unit", "S", "[in_i]", "20020131", "20991231", ""),
)
RELATIONSHIPS = lines(
    ("concept_id_1", "concept_id_2", "relationship_id", "valid_start_date", "valid_end_date", "invalid_reason"),
    ("2", "1", "Is a", "20020131", "20991231", ""),
    ("3", "2", "Is a", "20020131", "20991231", ""),
    ("1", "2", "Subsumes", "20020131", "20991231", ""),
    ("3", "1", "Is a", "20020131", "20031231", "D"),
    ("5", "6", "Is a", "20020131", "20991231", ""),
    ("5", "3", "Maps to", "20020131", "20991231", ""),
    ("6", "3", "Maps to", "20020131", "20991231", ""),
)
SYNONYMS = lines(
    ("concept_id", "concept_synonym_name", "language_concept_id"),
    ("3", "Asthmatic", "9"),
    ("3", "Asma", "7"),
)  # fmt: skip
ANCESTORS = lines(
    ("ancestor_concept_id", "descendant_concept_id", "min_levels_of_separation", "max_levels_of_separation"),
    ("1", "2", "1", "1"),
    ("1", "3", "2", "2"),
    ("2", "3", "1", "1"),
    ("3", "3", "0", "0"),
)


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def athena(tmp_path):
    names = {"CONCEPT__csv": CONCEPTS, "CONCEPT_RELATIONSHIP__csv": RELATIONSHIPS, "CONCEPT_SYNONYM__csv": SYNONYMS}
    return write(tmp_path / "athena", **names, CONCEPT_ANCESTOR__csv=ANCESTORS)


def test_one_vocabulary_of_omop(athena):
    snomed = ontologies.load(f"{athena}#SNOMED")
    assert snomed.subsumers("195967001")[-3:] == ("404684003", "64572001", "195967001")
    assert snomed.labels("195967001") == ("Asthma", "Asthmatic", "Asma", "3")
    assert "1" not in snomed  # invalid
    assert ontologies.load(athena, vocabulary="icd10").parents("J45.9") == ("J45",)


def test_a_domain_of_omop(athena):
    condition = ontologies.load(f"{athena}#domain:Condition")
    assert condition.root == "1"
    assert condition.parents("3") == ("2",)
    assert "195967001" in condition.labels("3")
    (athena / "CONCEPT_ANCESTOR.csv").unlink()
    assert ontologies.load(f"{athena}#domain:condition").parents("3") == ("2",)


def test_synonyms_of_omop_in_a_language(athena):
    assert ontologies.load(athena, vocabulary="SNOMED", language="es").labels("195967001") == ("Asthma", "Asma", "3")
    with pytest.raises(OntologyError, match="language Catalan"):
        ontologies.load(athena, vocabulary="SNOMED", language="ca")


def test_a_vocabulary_must_be_named_if_there_are_several(athena):
    with pytest.raises(UsageError, match="several vocabularies") as caught:
        ontologies.load(athena)
    assert "athena#SNOMED" in caught.value.hint
    with pytest.raises(UsageError, match="no 'snomedct'") as caught:
        ontologies.load(f"{athena}#snomedct")
    assert "SNOMED" in caught.value.hint


def test_a_zip_file_is_read_like_its_folder(athena, tmp_path):
    with zipfile.ZipFile(tmp_path / "athena.zip", "w") as archive:
        for file in athena.iterdir():
            archive.write(file, f"download/{file.name}")
    assert ontologies.load(f"{tmp_path / 'athena.zip'}#SNOMED").concepts == ontologies.load(f"{athena}#SNOMED").concepts


def test_maps_of_omop_lead_from_codes_to_concepts(athena):
    snomed = ontologies.load(f"{athena}#SNOMED")
    assert ontologies.load_code_map(athena, refset="ICD10").within(snomed).concepts["J45.9"] == ("195967001",)


def test_the_cache_notices_a_change(athena):
    before = len(ontologies.load(f"{athena}#SNOMED"))
    (athena / "CONCEPT.csv").write_text(
        CONCEPTS + CONCEPTS.splitlines()[3].replace("195967001", "77").replace("3\t", "33\t", 1) + "\n"
    )
    assert len(ontologies.load(f"{athena}#SNOMED")) == before + 1


def atom(cui, aui, code, text, *, source="MSH", language="ENG", status="P", preferred="Y", suppressed="N"):
    return (
        cui,
        language,
        status,
        "L1",
        "PF",
        "S1",
        preferred,
        aui,
        "",
        "",
        "",
        source,
        "MH",
        code,
        text,
        "0",
        suppressed,
        "",
        "",
    )


ATOMS = lines(
    atom("C1", "A1", "D1", "Diseases"),
    atom("C2", "A2", "D2", "Lung Diseases"),
    atom("C3", "A3", "D3", "Asthmas", preferred="N"),
    atom("C3", "A4", "D3", "Asthma"),
    atom("C3", "A5", "D3", "Asma", source="MSHSPA", language="SPA"),
    atom("C3", "A6", "D3", "Asthma NOS", suppressed="O"),
    atom("C2", "A7", "D2", "Lungenkrankheiten", source="MSHGER", language="GER"),
    atom("C9", "A9", "X9", "Other source", source="ABC"),
    delimiter="|",
)


def relation(first, kind, second, *, detail="", source="MSH", suppressed="N"):
    cui1, aui1 = first
    cui2, aui2 = second
    return (cui1, aui1, "AUI", kind, cui2, aui2, "AUI", detail, "R1", "", source, source, "", "", suppressed, "", "")


RELATIONS = lines(
    relation(("C2", "A2"), "PAR", ("C1", "A1")),
    relation(("C1", "A1"), "CHD", ("C2", "A2")),
    relation(("C2", ""), "CHD", ("C3", ""), detail="isa"),
    relation(("C3", "A4"), "SIB", ("C2", "A2")),
    relation(("C1", "A1"), "PAR", ("C3", "A4"), suppressed="O"),
    delimiter="|",
)


@pytest.fixture
def umls(tmp_path):
    return write(tmp_path / "META", MRCONSO__RRF=ATOMS, MRREL__RRF=RELATIONS)


def test_a_source_of_the_umls(umls):
    mesh = ontologies.load(f"{umls}#MSH")
    assert mesh.subsumers("D3") == ("D1", "D2", "D3")
    assert mesh.labels("D3") == ("Asthma", "Asthmas")
    assert mesh.source.language == "en"


def test_names_of_the_umls_in_other_languages(umls):
    assert ontologies.load(f"{umls}#MSH", language="es").label("D3") == "Asma"
    german = ontologies.load(f"{umls}#MSH", language="de")
    assert german.label("D2") == "Lungenkrankheiten"
    assert german.label("D1") == "D1"


def test_the_hierarchy_of_the_umls_without_mrrel(umls):
    (umls / "MRREL.RRF").unlink()
    rows = (
        ("C2", "A2", "1", "A1", "MSH", "", "A1", "", "", ""),
        ("C3", "A4", "1", "A2", "MSH", "", "A1.A2", "", "", ""),
    )
    (umls / "MRHIER.RRF").write_text(lines(*rows, delimiter="|"))
    assert ontologies.load(f"{umls}#MSH").subsumers("D3") == ("D1", "D2", "D3")


def test_rxnorm(umls, tmp_path):
    rows = [("1", "ENG", "P", "", "PF", "", "Y", "A1", "", "", "", "RXNORM", "IN", "1", "aspirin", "", "N", "", ""),
            ("2", "ENG", "P", "", "PF", "", "Y", "A2", "", "", "", "RXNORM", "SCD", "2", "aspirin 81 MG", "", "N", "", "")]  # fmt: skip
    link = ("1", "", "CUI", "CHD", "2", "", "CUI", "isa", "", "", "RXNORM", "RXNORM", "", "", "", "", "")
    folder = write(tmp_path / "rrf", RXNCONSO__RRF=lines(*rows, delimiter="|"), RXNREL__RRF=lines(link, delimiter="|"))
    assert ontologies.load(folder).parents("2") == ("1",)


MESH = """*NEWRECORD
RECTYPE = D
MH = Lung Diseases
PRINT ENTRY = Pulmonary Diseases|T047|EQV
MN = C08.381
UI = D008171

*NEWRECORD
RECTYPE = D
MH = Asthma
ENTRY = Bronchial Asthma|T047|EQV
ENTRY = Asthmas
MN = C08.381.495.108
MN = C08.127.108
MS = A form of bronchial disorder.
UI = D001249

*NEWRECORD
RECTYPE = D
MH = Bronchial Diseases
MN = C08.127
UI = D001982

*NEWRECORD
RECTYPE = D
MH = Respiratory Tract Diseases
MN = C08
UI = D012140

*NEWRECORD
RECTYPE = D
MH = Lung Diseases, Obstructive
MN = C08.381.495
UI = D008173
"""


def test_mesh_in_ascii(tmp_path):
    (tmp_path / "d2026.bin").write_text(MESH)
    mesh = ontologies.load(tmp_path / "d2026.bin")
    assert set(mesh.parents("D001249")) == {"D008173", "D001982"}
    assert mesh.labels("D001249") == ("Asthma", "Bronchial Asthma", "Asthmas")
    assert mesh.glosses[mesh.number("D001249")] == "A form of bronchial disorder."
    assert mesh.parents("D012140") == ("C",)
    assert mesh.label("C") == "Diseases"


def test_mesh_in_xml_equals_ascii(tmp_path):
    def record(id_, heading, trees, *terms, note=""):
        names = "".join(f"<Term><String>{name}</String></Term>" for name in (heading, *terms))
        numbers = "".join(f"<TreeNumber>{tree}</TreeNumber>" for tree in trees)
        scope = f"<ScopeNote>{note}</ScopeNote>" if note else ""
        return (
            f"<DescriptorRecord><DescriptorUI>{id_}</DescriptorUI><DescriptorName><String>{heading}</String></DescriptorName>"
            f"<TreeNumberList>{numbers}</TreeNumberList><ConceptList><Concept>{scope}<TermList>{names}</TermList></Concept>"
            "</ConceptList></DescriptorRecord>"
        )

    records = [
        record("D008171", "Lung Diseases", ["C08.381"], "Pulmonary Diseases"),
        record(
            "D001249",
            "Asthma",
            ["C08.381.495.108", "C08.127.108"],
            "Bronchial Asthma",
            "Asthmas",
            note="A form of bronchial disorder.",
        ),
        record("D001982", "Bronchial Diseases", ["C08.127"]),
        record("D012140", "Respiratory Tract Diseases", ["C08"]),
        record("D008173", "Lung Diseases, Obstructive", ["C08.381.495"]),
    ]
    doctype = '<?xml version="1.0"?><!DOCTYPE DescriptorRecordSet SYSTEM "https://www.nlm.nih.gov/databases/dtd/nlmdescriptorrecordset_20260101.dtd">'
    (tmp_path / "desc.xml").write_text(f"{doctype}<DescriptorRecordSet>{''.join(records)}</DescriptorRecordSet>")
    (tmp_path / "d2026.bin").write_text(MESH)
    xml, ascii_form = (ontologies.load(tmp_path / name) for name in ("desc.xml", "d2026.bin"))
    assert (xml.concepts, xml.label_texts, xml.glosses) == (
        ascii_form.concepts,
        ascii_form.label_texts,
        ascii_form.glosses,
    )


def test_mesh_in_n_triples(tmp_path):
    mesh, vocabulary = "http://id.nlm.nih.gov/mesh/", "http://id.nlm.nih.gov/mesh/vocab#"
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    (tmp_path / "mesh.nt").write_text(
        f"<{mesh}D1> {kind} <{vocabulary}TopicalDescriptor> .\n<{mesh}D2> {kind} <{vocabulary}TopicalDescriptor> .\n"
        f'<{mesh}D1> {label} "Lung Diseases"@en .\n<{mesh}D2> {label} "Asthma"@en .\n'
        f"<{mesh}D2> <{vocabulary}broaderDescriptor> <{mesh}D1> .\n"
    )
    assert ontologies.load(tmp_path / "mesh.nt").parents(f"{mesh}D2") == (f"{mesh}D1",)


CLAML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ClaML SYSTEM "ClaML.dtd">
<ClaML version="2.0.0"><Title date="2019" name="ICD-10-XX" version="2019">Title</Title>
<Class code="X" kind="chapter"><SubClass code="J40-J47"/>
  <Rubric kind="preferred"><Label xml:lang="en">Respiratory</Label></Rubric></Class>
<Class code="J40-J47" kind="block"><SuperClass code="X"/>
  <Rubric kind="preferred"><Label xml:lang="en">Chronic lower</Label></Rubric></Class>
<Class code="J45" kind="category"><SuperClass code="J40-J47"/>
  <Rubric kind="inclusion"><Label xml:lang="en"><Fragment type="item">bronchial</Fragment> <Fragment>asthma</Fragment></Label></Rubric>
  <Rubric kind="preferred"><Label xml:lang="en">Asthma</Label><Label xml:lang="de">Asthma bronchiale</Label></Rubric>
  <Rubric kind="exclusion"><Label xml:lang="en">lung</Label></Rubric></Class>
</ClaML>
"""


def test_claml(tmp_path):
    (tmp_path / "icd.xml").write_text(CLAML)
    icd = ontologies.load(tmp_path / "icd.xml")
    assert icd.subsumers("J45") == ("X", "J40-J47", "J45")
    assert icd.labels("J45") == ("Asthma", "Asthma bronchiale", "bronchial asthma")
    assert (icd.source.name, icd.source.version) == ("ICD-10-XX", "2019")
    assert ontologies.load(tmp_path / "icd.xml", language="de").labels("J45") == ("Asthma bronchiale",)


ICD11 = lines(
    ("Foundation URI", "Linearization URI", "Code", "BlockId", "Title", "ClassKind", "DepthInKind", "IsResidual", "ChapterNo", "BrowserLink", "isLeaf"),
    ("", "", "", "", '"Diseases of the respiratory system"', "chapter", "1", "False", "12", "", "False"),
    ("", "", "", "BlockL1-CA0", '"- Lower respiratory tract diseases"', "block", "1", "False", "12", "", "False"),
    ("", "", "CA23", "", '"- - Asthma"', "category", "1", "False", "12", "", "False"),
    ("", "", "CA23.0", "", '"- - - Allergic asthma"', "category", "2", "False", "12", "", "True"),
    ("", "", "CA24", "", '"- - Bronchiectasis - severe"', "category", "1", "False", "12", "", "True"),
)  # fmt: skip


def test_icd11(tmp_path):
    (tmp_path / "LinearizationMiniOutput-MMS-en.txt").write_text("\ufeff" + ICD11, encoding="utf-8")
    icd = ontologies.load(tmp_path / "LinearizationMiniOutput-MMS-en.txt")
    assert icd.subsumers("CA23.0") == ("chapter 12", "BlockL1-CA0", "CA23", "CA23.0")
    assert icd.label("CA23.0") == "Allergic asthma"
    assert icd.label("CA24") == "Bronchiectasis - severe"
    assert icd.parents("CA24") == ("BlockL1-CA0",)


def test_esco(tmp_path):
    base = "http://data.europa.eu/esco/"
    header = "conceptType,conceptUri,preferredLabel,altLabels,code,description\n"
    folder = write(
        tmp_path / "esco",
        ISCOGroups_en__csv=f"{header}ISCOGroup,{base}isco/C25,ICT professionals,,25,\nISCOGroup,{base}isco/C2512,Software developers,,2512,\n",
        occupations_en__csv=f'{header}Occupation,{base}occupation/1,web developer,"web programmer\nweb designer",2513.1,"Builds, tests"\n',
        broaderRelationsOccPillar_en__csv=(
            "conceptType,conceptUri,broaderType,broaderUri\n"
            f"ISCOGroup,{base}isco/C2512,ISCOGroup,{base}isco/C25\nOccupation,{base}occupation/1,ISCOGroup,{base}isco/C2512\n"
        ),
    )
    esco = ontologies.load(folder)
    assert esco.subsumers(f"{base}occupation/1")[-3:] == (f"{base}isco/C25", f"{base}isco/C2512", f"{base}occupation/1")
    assert esco.labels(f"{base}occupation/1") == ("web developer", "web programmer", "web designer", "2513.1")
    assert esco.source.language == "en"
    with pytest.raises(OntologyError, match="ISCOGroups_fr"):
        ontologies.load(folder, language="fr")
    with pytest.raises(UsageError, match="no 'animals'"):
        ontologies.load(folder, vocabulary="animals")


def test_geonames(tmp_path):
    def place(number, name, country, first, second, population, others=""):
        return (
            number,
            name,
            name,
            others,
            "0",
            "0",
            "P",
            "PPL",
            country,
            "",
            first,
            second,
            "",
            "",
            population,
            "",
            "1",
            "z",
            "d",
        )

    folder = write(
        tmp_path / "geonames",
        countryInfo__txt="#ISO\tISO3\n" + "\t".join(["ES", "ESP", "724", "SP", "Spain", "Madrid", "1", "2", "EU", ".es"]) + "\n"
        + "\t".join(["US", "USA", "840", "US", "United States", "W", "1", "2", "NA", ".us"]) + "\n",
        admin1CodesASCII__txt="ES.56\tCatalonia\tCatalonia\t1\n",
        admin2Codes__txt="ES.56.T\tProvincia de Tarragona\tProvincia de Tarragona\t2\n",
        cities15000__txt=lines(place("8", "Toledo", "US", "OH", "", "300000"), place("7", "Toledo", "ES", "54", "TO", "84000"), place("9", "Reus", "ES", "56", "T", "100000", "Reus,Ρέους")),
    )  # fmt: skip
    places = ontologies.load(folder)
    assert places.subsumers("9")[1:] == ("continent EU", "ES", "ES.56", "ES.56.T", "9")
    assert places.label("ES") == "Spain"
    assert places.parents("7") == ("ES",)
    assert places.find("Toledo") == ("8", "7")  # the larger one first
    assert "Ρέους" in places.labels("9")
    cities = folder / "cities15000.txt"
    cities.write_text(cities.read_text().replace("84000", "many"))
    with pytest.raises(OntologyError, match="population that is not a number"):
        ontologies.load(folder)
    (folder / "countryInfo.txt").write_bytes("ES\tESP\t724\tSP\tEspaña".encode("cp1252"))
    with pytest.raises(OntologyError, match="countryInfo.txt, line 1: not UTF-8"):
        ontologies.load(folder)


def test_a_code_system_of_fhir(tmp_path):
    system = {
        "resourceType": "CodeSystem",
        "title": "Encounters",
        "concept": [
            {
                "code": "a",
                "display": "ambulatory",
                "concept": [
                    {
                        "code": "b",
                        "display": "home visit",
                        "designation": [{"language": "fr", "value": "visite à domicile"}],
                    }
                ],
            },
            {"code": "c", "display": "field", "property": [{"code": "parent", "valueCode": "a"}]},
        ],
    }
    (tmp_path / "system.json").write_text(json.dumps(system))
    encounters = ontologies.load(tmp_path / "system.json")
    assert encounters.parents("b") == encounters.parents("c") == ("a",)
    assert encounters.labels("b") == ("home visit", "visite à domicile")
    assert ontologies.load(tmp_path / "system.json", language="fr").label("b") == "visite à domicile"


def test_an_expanded_value_set_of_fhir(tmp_path):
    contains = [
        {"display": "heading", "contains": [{"code": "a", "display": "A", "contains": [{"code": "b", "display": "B"}]}]}
    ]
    (tmp_path / "set.json").write_text(
        json.dumps({"resourceType": "ValueSet", "name": "s", "expansion": {"contains": contains}})
    )
    assert ontologies.load(tmp_path / "set.json").parents("b") == ("a",)
    (tmp_path / "set.json").write_text(json.dumps({"resourceType": "ValueSet", "compose": {}}))
    with pytest.raises(OntologyError, match="expansion"):
        ontologies.load(tmp_path / "set.json")


@pytest.mark.parametrize(
    ("text", "code", "parent", "label"),
    [
        ("Level,ISCO 08 Code,Title EN\n1,2,Professionals\n2,25,ICT professionals\n3,251,Software\n", "251", "25", "Software"),
        ("Country code;NUTS Code;NUTS label\nES;ES;España\nES;ES5;Este\nES;ES51;Cataluña\n", "ES51", "ES5", "Cataluña"),
        ("atc_code,atc_name,ddd\nA,Alimentary,\nA10,Drugs in diabetes,\nA10BA02,metformin,2\n", "A10BA02", "A10", "metformin"),
        ("code\ttitle\n31\tA\n31.1\tB\n31.11\tC\n", "31.11", "31.1", "C"),
    ],
)  # fmt: skip
def test_a_list_of_codes(tmp_path, text, code, parent, label):
    (tmp_path / "codes.csv").write_text(text)
    codes = ontologies.load(tmp_path / "codes.csv")
    assert codes.parents(code) == (parent,)
    assert codes.label(code) == label


def test_tables_with_parents_as_loinc_and_nace_have_them(tmp_path):
    (tmp_path / "ComponentHierarchyBySystem.csv").write_text(
        '"PATH_TO_ROOT","SEQUENCE","IMMEDIATE_PARENT","CODE","CODE_TEXT"\n"",1,"","LP1","Laboratory"\n"LP1",2,"LP1","LP2","Chemistry"\n'
    )
    assert ontologies.load(tmp_path / "ComponentHierarchyBySystem.csv").label("LP2") == "Chemistry"
    (tmp_path / "NACE.csv").write_text(
        "Order;Level;Code;Parent;Description\n1;1;A;;Agriculture\n2;2;01;A;Crop production\n"
    )
    assert ontologies.load(tmp_path / "NACE.csv").parents("01") == ("A",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("flat.csv", "code,title\n10,a\n20,b\n30,c\n"),
        ("icd11.txt", ICD11.replace("- - - Allergic", "- - - - - Allergic")),
        ("icd.xml", CLAML.replace('code="J45" ', "")),
        ("icd.xml", CLAML[:-40]),
        ("icd.xml", CLAML.replace('"ClaML.dtd">', '"ClaML.dtd" [<!ENTITY a "b">]>')),
        ("icd.xml", CLAML.replace('<SuperClass code="X"/>', '<SuperClass code="Y"/>')),
        ("d.bin", "*NEWRECORD\nMH = Nothing\n"),
        ("a.json", '{"resourceType": "CodeSystem", "concept": 5}'),
        ("a.json", '{"resourceType": "CodeSystem", "concept": [{"display": "no code"}]}'),
        ("a.json", '{"resourceType": "Patient"}'),
        ("a.json", '{"resourceType": "CodeSystem", "concept": [' * 3),
    ],
)
def test_a_damaged_file_is_rejected_with_a_hint(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(KinonymError) as caught:
        ontologies.load(tmp_path / name)
    assert caught.value.hint


@pytest.mark.parametrize("name", ["CONCEPT.csv", "CONCEPT_RELATIONSHIP.csv"])
def test_a_damaged_table_of_omop_is_rejected(athena, name):
    (athena / name).write_text((athena / name).read_text().replace("\t", ","))
    with pytest.raises(OntologyError, match="is not a table with the columns"):
        ontologies.load(f"{athena}#SNOMED")
