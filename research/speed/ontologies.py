"""Load times and peak memory of ontologies against the figures to reach, each in a separate process.

Usage: python -m research.speed.ontologies [--work FOLDER] [--json FILE]

The RF2 release (350,000 concepts) and the OWL file (100 MB) are generated; HPO is taken from the evaluation
data (KINONYM_DATA, else ../shared/data) if it is there. Times are of `load` alone, after the imports it makes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
OWL_SIZE = 100 << 20

_CHILD = """
import json, resource, sys, time
import kinonym.ontologies as ontologies
wall, cpu = time.perf_counter(), time.process_time()
taxonomy = ontologies.load(sys.argv[1])
took = time.perf_counter() - wall, time.process_time() - cpu
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([len(taxonomy), len(taxonomy.parent_csr[1]), *took, peak]))
"""


@dataclass(frozen=True)
class Measured:
    """One load and what it may take."""

    name: str
    concepts: int
    links: int
    seconds: float
    cpu_seconds: float
    megabytes: float
    seconds_allowed: float | None
    megabytes_allowed: float | None

    @property
    def verdict(self):
        """Whether the load kept to what it may take."""
        slow = self.seconds_allowed is not None and self.seconds > self.seconds_allowed
        large = self.megabytes_allowed is not None and self.megabytes > self.megabytes_allowed
        return "OVER" if slow or large else "ok"


def measure(name, source, cache, seconds=None, megabytes=None):
    environment = {**os.environ, "KINONYM_CACHE": str(cache)}
    command = [sys.executable, "-c", _CHILD, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return Measured(name, *json.loads(done.stdout), seconds, megabytes)


def write_owl(path, size=OWL_SIZE):
    """An OWL file as Protégé writes it: classes with labels, synonyms, a definition and a restriction."""
    begin = """<?xml version="1.0"?>
<rdf:RDF xmlns="http://example.org/big#" xml:base="http://example.org/big"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:obo="http://purl.obolibrary.org/obo/"
  xmlns:oboInOwl="http://www.geneontology.org/formats/oboInOwl#">
<owl:Ontology rdf:about="http://example.org/big"/>
"""
    one = """
    <!-- http://example.org/big/C_{i:07d} -->
    <owl:Class rdf:about="http://example.org/big/C_{i:07d}">
        {above}<rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="http://purl.obolibrary.org/obo/BFO_0000050"/>
                <owl:someValuesFrom rdf:resource="http://example.org/big/C_{j:07d}"/>
            </owl:Restriction>
        </rdfs:subClassOf>
        <obo:IAO_0000115>A process, number {i}, that comes about when things of its kind have ended.</obo:IAO_0000115>
        <oboInOwl:hasExactSynonym>process number {i}</oboInOwl:hasExactSynonym>
        <oboInOwl:hasRelatedSynonym>what number {i} does</oboInOwl:hasRelatedSynonym>
        <oboInOwl:hasDbXref>EX:{i:07d}</oboInOwl:hasDbXref>
        <oboInOwl:id>C:{i:07d}</oboInOwl:id>
        <rdfs:label>regulation of process {i}</rdfs:label>
    </owl:Class>
"""
    above = '<rdfs:subClassOf rdf:resource="http://example.org/big/C_{j:07d}"/>\n        '
    with path.open("w", encoding="utf-8") as file:
        file.write(begin)
        i = 0
        while file.tell() < size:
            for number in range(i, i + 1000):
                parent = (number - 1) // 5
                text = above.format(j=parent) if number else ""
                file.write(one.format(i=number, j=max(parent, 0), above=text))
            i += 1000
        file.write("</rdf:RDF>\n")


def cases(work, data):
    """Each load with the seconds and megabytes that it may take."""
    cache = work / "cache"
    yield measure("WordNet, shipped", "wordnet", cache, 0.5)
    yield measure("ICD-10-CM, first", "icd10cm", cache)
    yield measure("ICD-10-CM, cached", "icd10cm", cache)
    yield measure("UN M49", "m49", cache)
    hpo = data / "ontologies" / "hp-2026-02-16.obo.gz"
    if hpo.exists():
        yield measure("HPO, OBO, first", hpo, cache, 1.0)
        yield measure("HPO, OBO, cached", hpo, cache, 1.0)
    release = work / "rf2"
    if not release.exists():
        subprocess.run([sys.executable, REPOSITORY / "tools" / "make_rf2.py", release], check=True)
    yield measure("RF2 350,000 concepts, first", release, cache, 20.0, 1500.0)
    yield measure("RF2 350,000 concepts, cached", release, cache, 2.0, 1500.0)
    owl = work / "big.owl"
    if not owl.exists():
        write_owl(owl)
    yield measure("OWL 100 MB, first", owl, cache, 10.0, 300.0)
    yield measure("OWL 100 MB, cached", owl, cache, 10.0, 300.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--work", type=Path, help="keep the generated files here")
    parser.add_argument("--json", type=Path, help="write the figures here as well")
    given = parser.parse_args()
    data = Path(os.environ.get("KINONYM_DATA", REPOSITORY.parent / "shared" / "data"))
    rows = []
    print(f"{'load':30} {'concepts':>9} {'links':>9} {'seconds':>8} {'cpu':>6} {'MB':>6}  allowed")
    with tempfile.TemporaryDirectory() as temporary:
        work = given.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        for row in cases(work, data):
            rows.append(asdict(row))
            allowed = " ".join(
                f"{value:g} {unit}"
                for value, unit in ((row.seconds_allowed, "s"), (row.megabytes_allowed, "MB"))
                if value is not None
            )
            figures = f"{row.concepts:9,} {row.links:9,} {row.seconds:8.3f} {row.cpu_seconds:6.2f} {row.megabytes:6.0f}"
            print(f"{row.name:30} {figures}  {allowed} {row.verdict if allowed else ''}", flush=True)
    text = json.dumps(rows)
    print(text)
    if given.json:
        given.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
