"""Roles that values show by their words: outcomes, answers and judgements, and how an office handles a case."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from kinonym.drafting.header_words import means
from kinonym.drafting.ordered_scales import is_step, scale_of
from kinonym.drafting.person_names import fold_name

__all__ = [
    "are_employment_contracts",
    "are_hours",
    "are_judgements",
    "are_mostly_process_words",
    "are_outcomes",
    "are_process_words",
    "are_treatments",
    "are_units",
    "are_versions",
    "are_yes_or_no",
    "is_common_word",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OUTCOMES = _words("""
    positive negative inconclusive positivo negativo positiva negativa positiu negatiu positif negatif positiv negativ
    positief negatief pozytywny ujemny dodatni negatywny alive dead died survived deceased vivo muerto fallecido viu
    mort vivant decede lebend verstorben deceduto falecido overleden zyje zmarl levande avliden passed failed pass fail
    cured recovered guilty acquitted convicted granted refused denied rejected approved accepted withdrawn upheld
    dismissed mild moderate severe serious minor fatal slight benign malignant abnormal hired promoted resigned
    concedido concedida denegado denegada rechazado aceptado estimado desestimado leve moderado moderada grave mortal
    benigno maligno concedit concedida denegat denegada acceptat rebutjat lleu moderat greu accorde accordee refuse
    refusee accepte rejete leger legere modere moderee grave mortel benin malin bewilligt abgelehnt genehmigt zugesagt
    leicht mittel schwer todlich gutartig bosartig accolto respinto concesso rifiutato lieve moderato deferido
    indeferido recusado aceite ligeiro toegekend afgewezen geweigerd licht matig ernstig dodelijk goedaardig
    kwaadaardig przyznano przyznana odrzucono odmowa lekki umiarkowany ciezki smiertelny lagodny zlosliwy beviljad
    admes admesa admitido admitida inadmes admitted admis admise ammesso ammessa zugelassen toegelaten przyjety
    absage eingestellt zuruckgezogen contratado contratada retirado retirada embauche embauchee retire retiree assunto
    assunta ritirato desistiu aangenomen teruggetrokken zatrudniony wycofany anstalld atertagen hired
    beviljat avslag avslagen latt mattlig svar dodlig godartad elakartad
""")
_DEATHS = _words("""
    died death deceased exitus fallecido fallecida fallecimiento muerto muerta muerte defuncion defuncio mort morta
    decede decedee deces verstorben gestorben deceduto deceduta decesso falecido falecida obito overleden
    overlijden zmarl zmarla zgon avliden avlidna dodsfall
""")
_MOVED = re.compile(
    r"transfer\w*|traslad\w*|trasfer\w*|verleg(?:t|ung)|overplaats\w*|overgeplaatst|przeniesi\w*|overflytt\w*"
    r"|discharged|dimess\w*|entlassen|ontslagen|wypisan\w*|utskriven"
)
_DISCHARGED = frozenset({"alta voluntaria", "alta medica", "alta a pedido", "against medical advice"})
_MOST_ENDS = 20
_NO_OUTCOME = _words("""
    none no pending unknown  ninguno ninguna pendiente cap pendent aucun aucune keine keiner offen nessuno nessuna
    nenhum nenhuma pendente geen brak ingen inga
""")
_IN_PROGRESS = frozenset(
    {"en tramit", "en tramite", "in bearbeitung", "en cours", "in progress", "in corso", "em curso", "w toku"}
    | {"in behandeling", "pagaende", "under review", "in prufung"}
)
_YES_NO = _words("""
    yes no y n true false ja nein j si s sim nao oui non o tak nie nej x na nc nr ns nd
""")
_ANSWERS = _words("""
    0 1 yes no y n true false t f ja nein j si s sim nao oui non o tak nie nej x wahr falsch verdadero falso vrai faux
    vero cierto prawda falsz sant available unavailable
""")
_EMPLOYED = """
    permanent|fixed term|temporary|apprenticeship|zero hours|indefinido|temporal|fijo|fijo discontinuo
    indefinit|fix|fix discontinu|cdi|cdd|interim|unbefristet|befristet|minijob|indeterminato|determinato
    tempo indeterminato|tempo determinato|sem termo|a termo|efetivo|contratado|vast|tijdelijk|onbepaalde tijd
    bepaalde tijd|vast contract|umowa o prace|umowa zlecenie|umowa o dzielo|na czas nieokreslony
    na czas okreslony|tillsvidare|visstid|vikariat|tillsvidareanstallning|provanstallning
"""
_CHANGES = _words("""
    up down steady ch no increased decreased unchanged stable worse better improved worsened sube baja estable igual
    puja hausse baisse gestiegen gesunken gleich stabil aumentato diminuito stabile aumentou diminuiu estavel gestegen
    gedaald stabiel wzrost spadek okat minskat
""")
_CHANGED = _CHANGES - {"no", "ch", "baja", "igual", "gleich", "down", "up"}
_JUDGING = ("agreement", "satisfaction", "quality", "marks", "likelihood", "importance")
_PROCESS = """
    cash|card|credit card|debit card|bank transfer|bank transfer automatic|credit card automatic|electronic check
    mailed check|cheque|check|direct debit|invoice|paypal|voucher|efectivo|tarjeta|transferencia|domiciliacion
    domiciliacion bancaria|recibo|metalico|efectiu|targeta|rebut|especes|carte|carte bancaire|cheque vacances|virement
    prelevement|bar|barzahlung|karte|kreditkarte|ec karte|lastschrift|uberweisung|rechnung|contanti|carta|bonifico
    assegno|rid|dinheiro|cartao|multibanco|mb way|transferencia bancaria|debito direto|contant|pin|ideal|overschrijving
    incasso|gotowka|karta|przelew|blik|pobranie|kontant|kort|swish|faktura|autogiro
    open|closed|pending|in progress|completed|complete|cancelled|canceled|shipped|delivered|returned|processing|on hold
    submitted|draft|archived|active record|paid|unpaid|overdue|refunded|abierto|cerrado|pendiente|en tramite|tramitado
    enviado|entregado|anulado|archivado|pagado|obert|tancat|pendent|en tramit|enviat|lliurat|anullat|ouvert|ferme|clos
    en cours|en attente|expedie|livre|annule|termine|offen|geschlossen|in bearbeitung|abgeschlossen|erledigt|storniert
    versandt|geliefert|bezahlt|aperto|chiuso|in corso|in attesa|spedito|consegnato|annullato|aberto|fechado|em curso
    pendente|entregue|anulado|pago|openstaand|gesloten|afgerond|lopend|verzonden|geleverd|geannuleerd|betaald|otwarte
    zamkniete|w toku|w trakcie|zrealizowane|anulowane|wyslane|dostarczone|nowe|oplacone|oppen|stangd|pagaende|avslutad
    skickad|levererad|makulerad|betald
    web|website|online|app|phone|telephone|email|e mail|post|letter|counter|in person|branch|internet|telefono|correo
    presencial|sede electronica|oficina|telefon|correu|presencial|courrier|guichet|telephone|schalter|brief|persoenlich
    personlich|sportello|posta|balcao|telefone|correio|balie|telefoon|okienko|poczta|stacjonarnie|disk|brev|epost
    video|in person|face to face|home visit|telephone call|video call|videollamada|videotrucada|visio|visioconference
    videosprechstunde|prasenz|vor ort|in presenza|videochiamata|videochamada|teleconsulta|beeldbellen|op locatie
    osobiscie|stacjonarnie|zdalnie|online|pa plats|videomote|besok|hybrid|remote|on site
    morning|afternoon|evening|night|day|late|early|manana|tarde|noche|mati|migdia|vespre|nit|matin|apres midi|soir
    nuit|jour|fruh|fruhschicht|spat|spatschicht|nacht|nachtschicht|tagschicht|morgen|vormittag|nachmittag|abend
    mattina|mattino|pomeriggio|sera|notte|giorno|manha|noite|dia|ochtend|middag|avond|dag|vroeg|laat
    rano|poranna|popoludniowa|popoludnie|wieczor|nocna|noc|dzienna|ranna|formiddag|eftermiddag|kvall|natt
    left|right|both|l|r|izquierda|derecha|izquierdo|derecho|ambos|esquerra|dreta|esquerre|dret|gauche|droite|droit
    bilateral|links|rechts|beidseits|sinistra|destra|sinistro|destro|esquerda|direita|esquerdo|direito|beide|lewa
    prawa|lewy|prawy|obie|vanster|hoger|bada
    routine|urgent|emergency|elective|planned|unplanned|scheduled|acute|standard|express|priority|normal|rutina
    urgente|programado|programada|programat|ordinario|ordinaria|urgence|programme|notfall|elektiv|dringend|geplant
    normal|urgenza|programmato|ordinario|urgencia|programado|spoed|gepland|regulier|nagly|planowy|pilny|zwykly
    akut|planerad|bradskande
    monthly|quarterly|yearly|annual|annually|weekly|mensual|trimestral|anual|semestral|mensuel|trimestriel|annuel
    monatlich|vierteljahrlich|halbjahrlich|jahrlich|mensile|trimestrale|annuale|mensal|maandelijks|jaarlijks
    per kwartaal|miesiecznie|kwartalnie|rocznie|manadsvis|kvartalsvis|arsvis
    first visit|follow up|new|repeat|renewal|primera|sucesiva|successiva|suivi|premiere|erstbesuch|folgebesuch
    erstantrag|folgeantrag|verlangerung|prima visita|controllo|primeira|seguinte|eerste|vervolg|pierwsza|kontrolna
    forsta|aterbesok|nybesok|neu|nuevo|renovacion|renovacio|nouveau|renouvellement|rinnovo|nuova|nova|renovacao
    nieuw|verlenging|nowy|przedluzenie|ny|forlangning
    paper|digital|pdf|ebook|book|dvd|cd|audiobook|magazine|hardback|paperback|libro|revista|llibre|livre|revue|buch
    zeitschrift|hoerbuch|horbuch|e book|livro|boek|tijdschrift|ksiazka|czasopismo|bok|tidskrift|ljudbok
    received|registered|under review|approved for payment|in review|waiting list|waiting|queued|reserved|confirmed
    no show|attended|present|absent|booked|rescheduled|en espera|confirmada|confirmado|reservado|reservada|atendida
    no presentado|confirme|reserve|honore|absent|bestatigt|wartend|gebucht|erschienen|nicht erschienen|confermato
    prenotato|marcada|realizada|faltou|confirmada|bevestigd|gereserveerd|niet verschenen|potwierdzona|odwolana
    zrealizowana|bekraftad|bokad|avbokad|uteblev|genomford
    papier|papel|paper|papper|webb|carta|carte postale|kartenzahlung|gutschrift|dauerauftrag|barauszahlung|abbuchung
    mg dl|g dl|mmol l|µmol l|g l|mg l|ng ml|pg ml|u l|iu l|ui l|µui ml|mui l|kg|cm|mm|mmhg|years|months|days|units|pcs
    im|sc|iv|po|oral|sl|id
    voz|dados|datos|sms|mms|voice|data|voix|donnees|sprache|daten|voce|dati|spraak|glos|dane
    view|click|cart|purchase|remove from cart|add to cart|login|logout|check in|check out|tap in|tap out|entry|exit
    check uit
    kiosk|tablet|telefonisch|telefonicznie|telefonica|telefonicamente|telefonico|call center|call centre|contact center
    infolinia|hotline|chat|formulier|formulario|formulaire|formular|formularz|blankett|e tjanst|loket|digitaal
    schriftlich|schriftelijk|skriftligt|mundlich|mondeling|por escrito|per iscritto|pisemnie|ustnie|scanner
    semi monthly|biweekly|bi weekly|fortnightly|bimestral|bimensuel
"""


_RELEASED = re.compile(r"v?\d{1,2}(?:\.\d{1,3}){2,3}")
_UNIT = re.compile(
    r"%|‰|10[\^*]?\d+/[µμu]?l|[a-zµμ]{1,4}|(?:[mnpµμuk]?(?:g|mol|iu|ui|u|eq|l)|cells|cm|mm)/(?:[mdµμu]?l|k?g|mol|min|h|m2|hpf)",
    re.IGNORECASE,
)


@cache
def _phrases(text: str) -> frozenset[str]:
    """The phrases of a text, which are separated by bars."""
    return frozenset(_plain(word) for line in text.strip().splitlines() for word in line.split("|"))


def _plain(value: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in fold_name(value)).split())


def are_outcomes(values: Collection[str]) -> bool:
    """Whether all values are results, ends or changes of a state, such as ``positive`` or ``steady``.

    Some of them may say that there is none, or that it is not known yet. A few values of which one says that somebody
    died, was discharged or moved are ends of a case.

    >>> are_outcomes(["Home", "Other ward", "Died"]), are_outcomes(["Home", "Other ward"])
    (True, False)
    """
    folded = {fold_name(value) for value in values}
    if 1 < len(folded) <= _MOST_ENDS and any(map(_ends_a_stay, folded)):
        return True
    folded = {value for value in folded if value not in _IN_PROGRESS}
    return (bool(folded) and (folded <= _OUTCOMES | _NO_OUTCOME and not folded <= _NO_OUTCOME)) or (
        folded <= _CHANGES and not folded.isdisjoint(_CHANGED)
    )


def _ends_a_stay(value: str) -> bool:
    """Whether a value says that somebody died, was discharged or moved elsewhere."""
    plain = _plain(value)
    words = plain.split()
    return plain in _DISCHARGED or not _DEATHS.isdisjoint(words) or any(map(_MOVED.fullmatch, words))


def are_treatments(values: Collection[str]) -> bool:
    """Whether a placebo is among the values: the arms of a trial."""
    return any("placebo" in fold_name(value).split() for value in values)


def are_employment_contracts(values: Collection[str]) -> bool:
    """Whether some value says for how long somebody is employed, which colleagues know.

    >>> are_employment_contracts(["Indefinido", "Temporal"]), are_employment_contracts(["Month-to-month", "One year"])
    (True, False)
    """
    return any(_plain(value) in _phrases(_EMPLOYED) for value in values)


def are_versions(values: Collection[str]) -> bool:
    """Whether all values are versions of software, of three parts or more.

    >>> are_versions(["3.2.10", "3.2.20"]), are_versions(["3.2", "3.4"])
    (True, False)
    """
    return bool(values) and all(map(_RELEASED.fullmatch, values))


def are_units(values: Collection[str]) -> bool:
    """Whether all values are units of measurement, at least one of them a ratio such as ``mg/dL``."""
    return all(map(_UNIT.fullmatch, values)) and any("/" in value for value in values)


def are_judgements(values: Collection[str]) -> bool:
    """Whether the values are steps of agreement, satisfaction, quality, likelihood or importance.

    >>> are_judgements(["agree", "neutral", "disagree"]), are_judgements(["never", "often", "always"])
    (True, False)
    """
    return scale_of(tuple(values)).startswith(_JUDGING)


def are_process_words(values: Collection[str]) -> bool:
    """Whether all values are ways to pay, states of a case, ways to get in touch or events of a system.

    >>> are_process_words(["Cash", "Direct debit"]), are_process_words(["red", "blue"])
    (True, False)
    """
    return bool(values) and {_plain(value) for value in values} <= _phrases(_PROCESS)


def are_mostly_process_words(values: Collection[str]) -> bool:
    """Whether all values are such words, or at least two and half of them, which explain the others.

    >>> are_mostly_process_words(["Phone", "Letter", "Guichet 3"]), are_mostly_process_words(["phone", "red"])
    (True, False)
    """
    known = sum(_plain(value) in _phrases(_PROCESS) for value in values)
    return known == len(values) > 0 or (known > 1 and 2 * known >= len(values))


def are_yes_or_no(values: Collection[str]) -> bool:
    """Whether all values say yes or no, are flags, or say whether something is available."""
    return {fold_name(value) for value in values} <= _ANSWERS


def are_hours(name: str, values: Collection[str]) -> bool:
    """Whether the values are hours of the day, as the name says."""
    named = means(name, "hour_of_day")
    return named and all(value.isdecimal() and int(value) <= 24 for value in values)


def is_common_word(value: str) -> bool:
    """Whether a value is a word of offices, an outcome or a change, whatever its column is called.

    >>> is_common_word("In Bearbeitung"), is_common_word("Grabowiecki")
    (True, False)
    """
    plain = _plain(value)
    words = _OUTCOMES | _NO_OUTCOME | _IN_PROGRESS | _CHANGES | _YES_NO
    return plain in _phrases(_PROCESS) or plain in words or is_step(value)
