"""Reader of GeoNames: continents, countries, first and second administrative divisions, and places."""

from __future__ import annotations

from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ALIAS_RANK, ConceptList
from kinonym.ontologies.source_files import decode
from kinonym.ontologies.vocabularies.distributed import Bundle
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["folder_files", "load_geonames"]

_CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}
_PLACE = [
    "geonameid",
    "name",
    "asciiname",
    "alternatenames",
    "latitude",
    "longitude",
    "class",
    "feature",
    "country",
    "cc2",
    "admin1",
    "admin2",
    "admin3",
    "admin4",
    "population",
    "elevation",
    "dem",
    "timezone",
    "modified",
]
_DIVISION = ["code", "name", "asciiname", "geonameid"]
_PLACES = ("cities500.txt", "cities1000.txt", "cities5000.txt", "cities15000.txt")


def folder_files(folder: Path, **_: object) -> list[Path]:
    """List the files that are read."""
    return Bundle(folder).files("countryInfo.txt", "admin1CodesASCII.txt", "admin2Codes.txt", *_PLACES)


def load_geonames(path: Path) -> Taxonomy:
    """Read the places in `countryInfo.txt`, the files of administrative codes and, if it is there, a file of cities.

    Ids are codes: `ES`, `ES.56`, `ES.56.B`, and the number of a city. Of cities with one name, the largest comes first.
    """
    bundle = Bundle(path)
    concepts = ConceptList(path.name, Source("GeoNames", licence="CC BY 4.0", citation="www.geonames.org"))
    _add_countries(concepts, bundle)
    for member in ("admin1CodesASCII.txt", "admin2Codes.txt"):
        found = bundle.find(member, required=False)
        if found is not None:
            for code, name, plain, _ in zip(
                *bundle.read(found, _DIVISION, delimiter="\t", names=_DIVISION), strict=True
            ):
                _add(concepts, code, {name: 0, plain: 1}, code.rpartition(".")[0])
    cities = next((found for name in _PLACES if (found := bundle.find(name, required=False))), None)
    if cities is not None:
        _add_cities(concepts, bundle, cities)
    return concepts.to_taxonomy(root_label="World")


def _add(concepts: ConceptList, key: str, labels: dict[str, int], parent: str) -> None:
    """Add a place below its parent; below the nearest known place above it, if there is no such parent."""
    concepts.add(key, labels)
    while parent and parent not in concepts.position_of:
        parent = parent.rpartition(".")[0]
    if parent:
        concepts.is_a.append((key, parent))


def _add_countries(concepts: ConceptList, bundle: Bundle) -> None:
    with bundle.open(bundle.find("countryInfo.txt") or "") as stream:
        lines = decode(stream.read(), "countryInfo.txt").splitlines()
    for key, name in _CONTINENTS.items():
        concepts.add(f"continent {key}", {name: 0})
    for line in lines:
        cells = line.split("\t")
        if line.startswith("#") or not line.strip():
            continue
        if len(cells) < 9:
            msg = f"countryInfo.txt has a line with {len(cells)} fields; at least 9 were expected"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again")
        _add(concepts, cells[0], {cells[4]: 0, cells[1]: ALIAS_RANK}, f"continent {cells[8]}")


def _add_cities(concepts: ConceptList, bundle: Bundle, member: str) -> None:
    wanted = ["geonameid", "name", "asciiname", "alternatenames", "country", "admin1", "admin2", "population"]
    rows = list(zip(*bundle.read(member, wanted, delimiter="\t", names=_PLACE), strict=True))
    rows.sort(key=lambda row: -_read_population(row[-1], member))
    seen: dict[str, int] = {}
    for number, name, plain, others, country, first, second, _ in rows:
        seen[name] = seen.get(name, 0) + 1
        alternatives = dict.fromkeys([plain, *filter(None, others.split(","))], ALIAS_RANK)
        _add(
            concepts,
            number,
            {name: seen[name], **{k: v for k, v in alternatives.items() if k != name}},
            f"{country}.{first}.{second}",
        )


def _read_population(cell: str, member: str) -> int:
    if not cell:
        return 0
    try:
        return int(cell)
    except ValueError:
        msg = f"{member} has a population that is not a number"
        raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from None
