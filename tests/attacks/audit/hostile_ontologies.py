"""Hostile ontologies as data: file names with their bytes, and names of folders with their files.

`test_hostile_ontologies` loads each: a clear error or a taxonomy, within 2 s.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile

CSV = "child,parent\n"
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#" '
    'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://x.example/">'
)
TTL = (
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <http://x.example/> .\n"
)
OBO = "format-version: 1.2\n\n"


def term(name, *lines):
    return f"[Term]\nid: {name}\nname: {name}\n" + "".join(f"{line}\n" for line in lines) + "\n"


def owl(*classes):
    """RDF/XML of (name, parent)."""
    body = "".join(
        f'<owl:Class rdf:about="http://x.example/{a}"><rdfs:subClassOf rdf:resource="http://x.example/{b}"/></owl:Class>'
        for a, b in classes
    )
    return f"{RDF}{body}</rdf:RDF>"


def entities(levels=9):
    """A billion laughs."""
    lines = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, levels + 1)]
    return f'<?xml version="1.0"?><!DOCTYPE x [{"".join(lines)}]>{RDF}<owl:Class rdf:about="&a{levels};"/></rdf:RDF>'


def packed(**members):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def rf2(**changes):
    """The files of a small release: Concept, Description, Relationship, each replaced or (None) left out."""
    head = "id\teffectiveTime\tactive\tmoduleId\t"
    files = {
        "Concept": head + "definitionStatusId\n"
        + "".join(f"{c}\t20260131\t1\t1\t1\n" for c in ("138875005", "1001", "1002")),
        "Description": head + "conceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n"
        + "".join(f"9{c}\t20260131\t1\t1\t{c}\ten\t900000000000003001\tterm {c} (x)\t1\n"
                  for c in ("138875005", "1001", "1002")),
        "Relationship": head
        + "sourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId\n"
        + "".join(f"8{a}\t20260131\t1\t1\t{a}\t{b}\t0\t116680003\t900000000000011006\t1\n"
                  for a, b in (("1001", "138875005"), ("1002", "1001"))),
    }  # fmt: skip
    files |= changes
    return {
        f"sct2_{kind}_Snapshot{'-en' if kind == 'Description' else ''}_INT_20260131.txt": text
        for kind, text in files.items()
        if text is not None
    }


def zip_of_lies():
    """A zip file with a wrong size in its directory."""
    data = bytearray(packed(**{name: text.encode() for name, text in rf2().items()}))
    place = data.find(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", 5)
    return bytes(data)


def deep_turtle(levels):
    return TTL + ":a rdfs:subClassOf " + "[ rdfs:subClassOf " * levels + ":b" + " ]" * levels + " .\n"


def wordnet(*, doctype="", word="", inside=""):
    """A wordnet in WN-LMF with one synset."""
    return (
        f'<!DOCTYPE LexicalResource SYSTEM "WN-LMF.dtd"{doctype}><LexicalResource><Lexicon id="a" language="ca">'
        f'<LexicalEntry id="e"><Lemma writtenForm="{word}" partOfSpeech="n"/><Sense id="s" synset="a-1-n"/></LexicalEntry>'
        f'<Synset id="a-1-n" partOfSpeech="n">{inside}</Synset></Lexicon></LexicalResource>'
    )


FILES = {
    "empty.csv": "", "blank.csv": " \n\n", "header.csv": CSV, "bom.csv": b"\xef\xbb\xbf", "nul.csv": b"\0" * 50,
    "cycle2.csv": CSV + "a,b\nb,a\n", "cycle1.csv": CSV + "a,a\n", "cycle3.csv": CSV + "r,\na,r\na,c\nb,a\nc,b\n",
    "cycle_long.csv": CSV + "".join(f"n{i},n{(i + 1) % 20_000}\n" for i in range(20_000)),
    "dangling.csv": CSV + "r,\na,b\n", "twice.csv": CSV + "r,\na,r\na,r\n", "roots.csv": CSV + "a,\nb,\nc,a\n",
    "two_parents.csv": CSV + "r,\na,r\nb,r\nc,a\nc,b\n", "empty_child.csv": CSV + ",r\n", "ragged.csv": CSV + "a\nb,c,d\n",
    "quote.csv": CSV + '"a,b\n', "huge_label.csv": CSV + "r,\n" + "x" * 500_000 + ",r\n",
    "huge_cell.csv": CSV + "r,\n" + "x" * (1 << 18) + "y,r\n", "wide.csv": ",".join(["c"] * 5000) + "\n" + "a," * 4999 + "a\n",
    "latin.csv": (CSV + "é,\n").encode("latin-1"), "utf16.csv": (CSV + "a,\n").encode("utf-16"),
    "utf16_bare.csv": (CSV + "a,\n").encode("utf-16-le"), "utf32.csv": (CSV + "a,\n").encode("utf-32"),
    "surrogate.csv": CSV.encode() + b"\xed\xa0\x80,\n", "control.csv": CSV + "\x01\x02,\n", "marks.csv": CSV + "\u202ea,\n\u200b,\u202ea\n",
    "lookalike.csv": CSV + "r,\na,r\n\u0430,r\n", "cr.csv": "child,parent\rr,\ra,r\r", "formula.csv": CSV + "=cmd|' /C calc'!A0,\n",
    "deep.csv": CSV + "n0,\n" + "".join(f"n{i},n{i - 1}\n" for i in range(1, 5000)),
    "wide_tree.csv": CSV + "r,\n" + "".join(f"n{i},r\n" for i in range(30_000)),
    "ladder.csv": CSV + "n0,\nm0,n0\n" + "".join(
        f"{a}{i},{b}{i - 1}\n" for i in range(1, 400) for a in "nm" for b in "nm"),
    "levels.csv": "a;b;c\n", "levels_star.csv": "a;*\nb;c\n", "levels_same.csv": "a;a;*\nb;b;*\n", "stars.csv": "*;*;*\n",
    "ranks.csv": "child,parent,labels,ranks\nr,,a|b,1\n", "counts.csv": "child,parent,count\nr,,many\n",
    "cycle.obo": OBO + term("A", "is_a: B") + term("B", "is_a: A"), "self.obo": OBO + term("A", "is_a: A"),
    "dangling.obo": OBO + term("A", "is_a: NONE"), "twice.obo": OBO + term("A") + term("A", "name: other"),
    "no_id.obo": OBO + "[Term]\nname: x\n", "empty_id.obo": OBO + "[Term]\nid: \nname: x\n", "only.obo": OBO,
    "import.obo": OBO + "import: http://x.example/evil.obo\n\n" + term("A"), "file_import.obo": OBO + "import: /etc/passwd\n\n" + term("A"),
    "obsolete.obo": OBO + term("A", "is_obsolete: true", "replaced_by: B") + term("B", "is_obsolete: true", "replaced_by: A"),
    "alt_loop.obo": OBO + term("A", "alt_id: B") + term("B", "alt_id: A"), "quotes.obo": OBO + term("A", 'synonym: "x EXACT []'),
    "escape.obo": OBO + term("A", "name: \\"), "long.obo": OBO + term("A", "def: " + "x" * 500_000), "latin.obo": (OBO + term("é")).encode("latin-1"),
    "nul.obo": OBO + term("A\0B"), "colons.obo": OBO + ":::\n[Term]\n:\n", "stanza.obo": OBO + "[Term\nid: A\n",
    "laughs.owl": entities(), "quadratic.owl": f'<!DOCTYPE x [<!ENTITY a "{"x" * 50_000}">]>{RDF}</rdf:RDF>',
    "outside.owl": f'<!DOCTYPE x SYSTEM "http://x.example/evil.dtd">{RDF}</rdf:RDF>',
    "file.owl": f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>{RDF}<owl:Class rdf:about="&a;"/></rdf:RDF>',
    "parameter.owl": f'<!DOCTYPE x [<!ENTITY % a SYSTEM "http://x.example/a">%a;]>{RDF}</rdf:RDF>',
    "late.owl": f"{RDF}<!DOCTYPE x [<!ENTITY a 'b'>]></rdf:RDF>", "behind.owl": f"<?xml version='1.0'?><!-- c -->\n<!DOCTYPE x>{RDF}</rdf:RDF>",
    "utf7.owl": f'<?xml version="1.0" encoding="utf-7"?>{RDF}</rdf:RDF>', "utf16.owl": f"<?xml version='1.0'?>{RDF}</rdf:RDF>".encode("utf-16"),
    "ebcdic.owl": f'<?xml version="1.0" encoding="cp037"?>{RDF}</rdf:RDF>'.encode("cp037"),
    "import.owl": f'{RDF}<owl:Ontology rdf:about=""><owl:imports rdf:resource="http://x.example/e.owl"/></owl:Ontology>'
                  '<owl:Class rdf:about="http://x.example/a"/></rdf:RDF>',
    "local_import.owl": f'{RDF}<owl:Ontology rdf:about=""><owl:imports rdf:resource="file:///etc/passwd"/></owl:Ontology></rdf:RDF>',
    "cycle.owl": owl(("a", "b"), ("b", "a")), "self.owl": owl(("a", "a")), "open.owl": f"{RDF}<owl:Class>", "none.owl": f"{RDF}</rdf:RDF>",
    "deep.owl": RDF + "<owl:Class><rdfs:subClassOf>" * 100_000 + "</rdfs:subClassOf></owl:Class>" * 100_000 + "</rdf:RDF>",
    "deep_open.owl": RDF + "<owl:Class><rdfs:subClassOf>" * 100_000, "svg.owl": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "cdata.owl": f"{RDF}<![CDATA[<owl:Class>]]></rdf:RDF>", "instruction.owl": f"<?php echo 1 ?>{RDF}</rdf:RDF>", "lone.owl": "<",
    "attributes.owl": RDF + "<owl:Class " + " ".join(f'a{i}="1"' for i in range(2000)) + "/></rdf:RDF>",
    "cycle.ttl": TTL + ":a rdfs:subClassOf :b . :b rdfs:subClassOf :a .\n", "deep.ttl": deep_turtle(20_000), "open.ttl": TTL + ":a rdfs:",
    "iri.ttl": TTL + "<http://x.example/a b> a owl:Class .\n", "import.ttl": TTL + "<> owl:imports <http://x.example/e> .\n:a a owl:Class .\n",
    "list.ttl": TTL + ":a rdfs:subClassOf ( " + ":b " * 5000 + ") .\n", "label.ttl": TTL + f':a a owl:Class ; rdfs:label "{"x" * 500_000}" .\n',
    "skos_cycle.ttl": TTL + ":a a skos:Concept ; skos:broader :b . :b a skos:Concept ; skos:broader :a .\n",
    "narrower.ttl": TTL + ":a a skos:Concept ; skos:narrower :a .\n", "literal.ttl": TTL + ':a a owl:Class ; rdfs:subClassOf "b" .\n',
    "statements.nt": '<a> <b> <c> .\n', "functional.ofn": "Ontology(<x>)\n", "manchester.omn": "Ontology: <x>\n", "json.json": "[{}]",
    "gzip.csv": gzip.compress(CSV.encode())[:-6], "gzip_bomb.csv": lambda: gzip.compress(b"child,parent\n" + b"a,b\n" * (17 << 20)),
    "gzip_twice.csv": gzip.compress(gzip.compress((CSV + "a,\n").encode())), "gzip_rubbish.csv": gzip.compress((CSV + "a,\n").encode()) + b"rubbish",
    "zip.zip": packed(readme="x"), "zip_cut.zip": packed(**{n: t.encode() for n, t in rf2().items()})[:-30], "zip_lies.zip": zip_of_lies(),
    "zip_bomb.zip": lambda: packed(**dict.fromkeys(rf2(), b"0" * (70 << 20))), "zip_up.zip": packed(**{"../../sct2_Concept_Snapshot_INT_20260131.txt": b"x"}),
    "zip_head.zip": b"PK\x03\x04", "random.bin": bytes(i * 37 % 256 for i in range(5000)), "png.png": b"\x89PNG\r\n\x1a\n" + b"\0" * 60,
    "laughs.lmf": wordnet(doctype=' [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]', word="&b;"),
    "entity.lmf": wordnet(word="&undeclared;"),
    "deep.lmf": wordnet(word="gos", inside="<Definition>" * 5000),
    "cycle.lmf": wordnet(word="gos", inside='<SynsetRelation relType="hypernym" target="a-1-n"/>'),
    "no_words.lmf": "<LexicalResource><Lexicon id='a' language='ca'/></LexicalResource>",
    "columns.tab": "# a\tcat\t\t\n00001740-n\tcat:lemma\tentitat\n00002137-n cat:lemma abstracció\n",
    "unknown.tab": "# a\tcat\t\t\n00000001-n\tcat:lemma\tres\n", "language.tab": "# a\tklingon\t\t\n00001740-n\tlemma\tentity\n",
    "only_root.tab": "# a\tcat\t\t\n00001740-n\tcat:lemma\tentitat\n",
}  # fmt: skip

HEAD = "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n"
RELEASES = {
    "rf2 without concepts": rf2(Concept=None), "rf2 without descriptions": rf2(Description=None),
    "rf2 without relationships": rf2(Relationship=None), "rf2 with empty files": rf2(Concept="", Description="", Relationship=""),
    "rf2 with headers only": {name: text.split("\n")[0] + "\n" for name, text in rf2().items()},
    "rf2 with inactive concepts": rf2(Concept=HEAD + "1001\t20260131\t0\t1\t1\n"),
    "rf2 with words as ids": rf2(Concept=HEAD + "abc\t20260131\t1\t1\t1\n"),
    "rf2 with ids too long": rf2(Concept=HEAD + "9" * 40 + "\t20260131\t1\t1\t1\n"),
    "rf2 with a cycle": rf2(Relationship=rf2()["sct2_Relationship_Snapshot_INT_20260131.txt"].replace("\t1001\t138875005", "\t1001\t1002")),
    "rf2 with a dangling parent": rf2(Relationship=rf2()["sct2_Relationship_Snapshot_INT_20260131.txt"].replace("138875005", "77")),
    "rf2 with an id twice": rf2(Concept=rf2()["sct2_Concept_Snapshot_INT_20260131.txt"] + "1001\t20260131\t1\t1\t1\n"),
    "rf2 cut off": {name: text[: len(text) // 2] for name, text in rf2().items()},
    "rf2 with NUL": {name: text.replace("1001", "10\0001") for name, text in rf2().items()},
    "rf2 with short rows": rf2(Concept=HEAD + "1001\t20260131\n"),
    "wordnet empty": {"data.noun": "", "index.noun": ""}, "wordnet of junk": {"data.noun": "x y z\n", "index.noun": "q\n"},
    "wordnet without index": {"data.noun": "00001740 03 n 01 entity 0 000 | x\n"},
    "wordnet with a cycle": {"data.noun": "00000001 03 n 01 a 0 001 @ 00000002 n 0000 | x\n00000002 03 n 01 b 0 001 @ 00000001 n 0000 | x\n",
                             "index.noun": "a n 1 1 @ 1 0 00000001\nb n 1 1 @ 1 0 00000002\n"},
    "folder of nothing": {}, "folder of notes": {"readme.md": "x"},
}  # fmt: skip
