"""Make the table of given names and surnames that ships with the package, from the package Faker (MIT).

Only facts are taken: which words its lists give as given names and as surnames. Names are folded as
`kinonym.drafting.person_names` folds them.

Usage: python tools/make_names.py   (in an environment with `pip install faker` and this project)
"""

from __future__ import annotations

import importlib
import lzma
import pkgutil
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from kinonym import ontologies
from kinonym.drafting.person_names import TABLE, fold_name

ORDINARY = """
    blanco negro rojo verde azul gris moreno rubio blanc noir rouge vert bleu roux brun weiss schwarz rot grun
    blau braun grau bianco nero rosso verdi viola rosa branco preto amarelo wit zwart rood groen blauw bruin
    bialy czarny czerwony zielony niebieski vit svart rod gron bla alto bajo medio bueno malo leve grave
    severo mayor menor normal alt jung klein gross lang kurz mittel hoch tief gut schlecht neu grande petit
    moyen bon fort faible legrand lebon buono cattivo basso piccolo novo velho groot kort hoog laag goed stary
    nowy maly duzy dobry zly wysoki niski hog lag medel stor liten norte sur este oeste nord sud est ouest ost
    west sul leste oost zuid norr soder oster vaster casado soltero viudo divorciado ledig geschieden
    verwitwet celibe sposato vedovo campo monte puerto iglesia casa torre villa prado rio sierra vega valle
    fuente castillo marie maria rural urban central real santa santo cruz pastor sastre zapatero herrero
    carpintero molinero ferrer fuster sabater teixidor barber forner metge boulanger berger meunier
    charpentier lefebvre boucher tisserand tailleur backer muller schneider schmidt fischer weber koch bauer
    wagner richter schafer zimmermann jager schreiner maurer ferrari sarto barbieri fabbri pastore ferreira
    pereira carpinteiro bakker visser slager smit kuiper kok timmerman kowal mlynarz krawiec kucharz piekarz
    cieśla rybak szewc tkacz smed mjolnare bagare abril mayo junio julio enero marzo agosto april mai juni
    juli august mars januar mandag si no ja nein oui non tak nie sim nao nej primaria secundaria bachiller
    licenciado doctor aleman frances ingles catalan italiano romano polaco sueco portugues gallego navarro
    toledano deutsch pole svensson peral manzano olmo pino roble rosal romero laurel lavanda menta olivo iris
    jasmin dahlia linde tanne buche eiche perro gato leon lobo lupo vogel fuchs wolf hahn hase bruno luna sol
    estrella stern sonne renault mercedes skoda peugeot ford citroen opel volvo audi porsche bentley tesla
    honda suzuki fiat lancia dacia seat siemens bosch philips nestle danone zara lidl aldi zamora soria toledo
    burgos segovia lugo palencia teruel cuenca avila caceres cadiz cordoba huelva jaen murcia navarra alava
    alicante valencia castellon lleida girona tarragona cardona blanes vic solsona reus berga olot sabadell
    terrassa mataro modena siena ferrara pisa pavia parma rimini messina catania metz pau nantes nancy tours
    brest bolton preston derby warrington haarlem breda leiden delft kalmar lund braga faro guarda viana moura
    radom gera hof ulm celle fulda passau coburg bremen hamm freitag montag sonntag samstag winter sommer
    herbst
"""
"""Names that are also ordinary words, towns or brands which WordNet does not know."""
CATALAN_GIVEN = """
    Agnès Aina Albert Àlex Alba Amadeu Aleix Àngels Antoni Ariadna Arnau Assumpta Aurora Bàrbara Bernat Berta
    Biel Blai Blanca Bru Carles Carme Caterina Cesc Cinta Clàudia Cristina Dídac Dolors Domènec Elisenda Eloi
    Enric Ester Estel Eudald Eulàlia Ferran Francesc Francesca Fina Gemma Gerard Gil Glòria Griselda Guifré
    Guillem Helena Hug Ignasi Immaculada Imma Isidre Ivet Jan Jana Jaume Joan Joana Joaquim Jofre Jordi
    Jordina Josep Judit Júlia Lali Laia Lídia Lleonard Llorenç Lluc Lluís Lluïsa Magí Maite Manel Marçal Maria
    Mariona Martí Martina Mateu Meritxell Mercè Mireia Miquel Modest Mònica Montserrat Narcís Natàlia Neus Nil
    Nina Núria Octavi Olga Ona Oriol Pau Pere Pep Pilar Pol Quim Queralt Ramon Raimon Remei Ricard Rita Roc
    Roger Rosa Roser Rut Salvador Sara Sergi Sílvia Sònia Tecla Teresa Tomàs Txell Valentí Vicenç Víctor
    Vinyet Xavi Xavier Xènia Zaida
"""
"""Catalan given names, of which the package has few."""
CATALAN_SURNAMES = """
    Abelló Agustí Alemany Alsina Amat Amorós Aragonès Arnau Balaguer Balcells Barceló Bargalló Batlle Benet
    Bertran Blanch Bofill Bonet Borràs Bosch Boix Brugué Cabré Calvet Camps Camprubí Canals Capdevila
    Carbonell Cardona Carreras Carrera Casadevall Casals Casanovas Castells Català Cervera Claramunt Clos
    Codina Coll Colomer Comas Corominas Cortada Costa Creus Cunillera Dalmau Domènech Duran Escrivà Espinosa
    Esteve Estruch Fàbregas Farré Farreras Feliu Ferrer Figueras Figuerola Fontanals Forn Fuster Gavaldà
    Gelabert Gironès Gispert Granell Grau Guasch Güell Jordà Jové Julià Junqueras Llobet Llopis Llorens Mallol
    Marsal Martorell Mas Masdeu Massagué Mestres Miralles Miró Moliner Montaner Munté Nadal Oliveras Oller
    Pagès Palau Parera Pascual Planas Porta Prat Puig Puigdomènech Pujol Pujades Queralt Rafols Ribas Ribera
    Riera Rius Roca Roig Ros Rosell Rovira Sabaté Sala Salvat Sanahuja Saumell Segura Serra Serrat Sicart
    Sirvent Solà Soler Soldevila Surroca Tarragó Tarrés Teixidó Torrent Torras Tort Trias Tuset Valls Vallès
    Ventura Verdaguer Vidal Vila Viladecans Vilalta Vilanova Viñals Vives Xirau
"""
"""Catalan surnames."""
TARGET = Path(__file__).parents[1] / "src" / "kinonym" / "drafting" / "data" / TABLE


def read_lists(provider: type, kind: str) -> Iterable[str]:
    """The names of every attribute of a provider such as ``first_names_female``."""
    for attribute in dir(provider):
        if kind in attribute and isinstance(value := getattr(provider, attribute), (dict, list, tuple, set)):
            yield from (name for name in value if isinstance(name, str))


def collect_names(locales: ModuleType, kind: str) -> set[str]:
    """The folded names of one kind in all locales, without the particles and numerals among them."""
    names: set[str] = set()
    for found in pkgutil.iter_modules(locales.__path__):
        provider = importlib.import_module(f"{locales.__name__}.{found.name}").Provider
        for name in read_lists(provider, kind):
            names.update(part for part in fold_name(name).split() if len(part) > 2 and part.isalpha())
    return names


def collect_words() -> set[str]:
    """Folded words that mean something else: common nouns and places of WordNet, countries, `ORDINARY`."""
    wordnet = ontologies.load("wordnet")
    places = set(wordnet.restrict("location.n.01").concepts)
    words = {
        fold_name(label)
        for concept in wordnet.concepts
        for label in wordnet.labels(concept)
        if concept in places or label.islower()
    }
    m49 = ontologies.load("m49")
    return (
        words
        | {fold_name(label) for concept in m49.concepts for label in m49.labels(concept)}
        | {fold_name(word) for word in ORDINARY.split()}
    )


def main() -> None:
    """Write the table: a line per name, given (g), surname (s) or both (b), in capitals if it is also a word."""
    locales = importlib.import_module("faker.providers.person")
    given = collect_names(locales, "first_name") | {fold_name(name) for name in CATALAN_GIVEN.split()}
    surnames = collect_names(locales, "last_name") | {fold_name(name) for name in CATALAN_SURNAMES.split()}
    words = collect_words()
    lines = []
    for name in sorted(given | surnames):
        kind = "b" if name in given and name in surnames else "g" if name in given else "s"
        lines.append(f"{name} {kind.upper() if name in words else kind}\n")
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(given):,} given names, {len(surnames):,} surnames: {TARGET.stat().st_size:,} bytes in {TARGET.name}")


if __name__ == "__main__":
    main()
