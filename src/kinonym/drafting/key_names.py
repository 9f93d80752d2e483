"""Headers of keys in ten languages: what a column numbers, a person, an account or an event, and what it does not.

English, Spanish, Catalan, French, German, Italian, Portuguese, Dutch, Polish and Swedish, without accents.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from kinonym.drafting.header_words import means
from kinonym.drafting.role_rules import words_of

__all__ = ["Level", "ends_in_number", "key_level", "names_thing", "plain_words"]

Level = Literal["person", "account", "event"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PERSONS = _words("""
    patient pupil student member customer client user employee subscriber respondent participant person subject citizen
    insured policyholder borrower guest passenger donor learner applicant beneficiary tenant resident voter taxpayer
    proband claimant enrollee candidate customerid patientid personid memberid clientid subjectid userid studentid
    pid mrn ssn empi nhs nino pesel dni nie nif cpf bsn nir nhc cip personnummer personnr personalnr matricule
    matricola matricula
    paciente alumno alumna estudiante socio socia cliente usuario usuaria empleado empleada persona participante
    encuestado encuestada ciudadano asegurado abonado trabajador trabajadora contribuyente titular
    pacient alumne alumna soci client usuari empleat assegurat abonat treballador
    eleve etudiant membre usager utilisateur employe salarie personne repondant assure abonne adherent beneficiaire
    allocataire
    patienten schuler schueler studenten mitglied mitglieds kunde kunden nutzer benutzer mitarbeiter personen
    personal teilnehmer probanden burger buerger versicherte versicherten versicherter
    paziente alunno studente utente dipendente partecipante assistito assicurato
    aluno estudante utilizador funcionario pessoa segurado utente
    leerling lid klant klanten gebruiker medewerker werknemer persoon deelnemer verzekerde burger lener
    pacjent pacjenta uczen ucznia studenta czlonek czlonka klient klienta uzytkownik uzytkownika pracownik pracownika
    osoba osoby uczestnik uczestnika czytelnik czytelnika ubezpieczony
    elev medlem medlems kund anvandare anstalld deltagare forsakrad lantagare
    defendant defendants accused suspect offender acusado acusada demandado demandada imputado imputada acusat demandat
    prevenu prevenue accuse defendeur angeklagte angeklagter beschuldigte beschuldigter beklagte beklagter imputato
    imputata convenuto arguido arguida reu verdachte gedaagde oskarzony oskarzona pozwany podejrzany tilltalad misstankt
    svarande
""")
_ACCOUNTS = _words("""
    account acct cookie card cardholder contract policy
    cuenta tarjeta carnet contrato poliza compte targeta contracte polissa carte contrat police
    konto karte karten ausweis vertrag vertrags conto tessera carta contratto polizza conta cartao apolice
    rekening kaart contract polis konta karta karty umowa umowy polisa polisy kort avtal
""")
_LONG_ACCOUNTS = tuple(sorted(word for word in _ACCOUNTS if len(word) > 4))
"""Words for accounts that a compound may end in, such as `auftragskonto`."""
_EVENTS = _words("""
    session visit stay encounter admission episode order transaction invoice claim case ticket loan booking trip event
    record row hadm basket cart purchase appointment referral csn
    sesion visita estancia ingreso episodio pedido transaccion factura caso prestamo reserva expediente
    sessio estada ingres episodi comanda cas prestec expedient
    visite sejour commande facture dossier pret reservation
    sitzung besuch aufenthalt aufenthalts fall auftrag auftrags bestellung bestell rechnung rechnungs vorgang vorgangs
    ausleihe buchung buchungs akte akten
    sessione ricovero ordine transazione fattura pratica prestito prenotazione
    sessao internamento transacao fatura processo emprestimo
    sessie bezoek opname bestelling factuur uitlening boeking
    sesja sesji wizyta wizyty pobyt pobytu zamowienie zamowienia faktura faktury sprawa sprawy wypozyczenie
    besok vistelse inskrivning arende lan bokning
""")
_NUMBERING = _words("""
    id ids identifier identificador identificativo identifiant identifikator ident no nr nro num numero number nummer
    numer nbr n key clave clau cle chiave chave sleutel klucz nyckel code codigo codi codice kod ref reference token
    hash uuid guid
""")
_GLUED = ("nummer", "numer", "number", "numero", "nr", "num", "id")
_THINGS = _words("""
    hospital clinic school shop store branch ward department dept product item sku article isbn course class classroom
    room bed floor house building firm company employer organisation organization unit drug medicine batch vehicle line
    route station stop city town area zone region district province county country municipality street postal zip plz
    doctor physician nurse teacher caseworker agent clerk manager operator provider device page campaign week year
    month day hour minute seq sequence position rank round version grade level size age score
    clinica escuela colegio tienda sucursal planta departamento producto articulo curso clase aula sala cama empresa
    linea ruta ciudad zona provincia pais municipio calle medico profesor semana ano mes dia hora edad
    escola botiga oficina producte curs metge setmana any edat
    hopital clinique ecole magasin agence service produit cours classe salle lit etage entreprise ligne ville commune
    departement medecin professeur semaine annee mois jour heure
    krankenhaus klinik schule laden filiale station abteilung produkt artikel kurs klasse zimmer bett haus firma linie
    strecke stadt gemeinde kreis land strasse arzt lehrer woche jahr monat tag stunde alter
    ospedale scuola negozio filiale reparto prodotto articolo corso classe stanza letto azienda linea citta comune
    regione insegnante settimana anno mese giorno ora eta
    loja agencia produto artigo turma quarto empresa linha cidade concelho regiao professor idade
    ziekenhuis school winkel filiaal afdeling produkt artikel klas kamer bed bedrijf lijn stad gemeente arts leraar
    jaar maand dag uur leeftijd
    szpital szkola sklep oddzial produkt kurs klasa pokoj lozko firma linia miasto gmina lekarz nauczyciel tydzien rok
    miesiac dzien godzina wiek
    sjukhus skola butik avdelning klass rum sang foretag linje stad kommun lakare larare vecka ar manad timme alder
""")


def plain_words(column: str) -> tuple[str, ...]:
    """Words of a header without accents, in lower case.

    >>> plain_words("Número_Alumno"), plain_words("KundenNr")
    (('numero', 'alumno'), ('kunden', 'nr'))
    """
    decomposed = unicodedata.normalize("NFKD", column.replace("ł", "l").replace("Ł", "L"))
    return words_of("".join(letter for letter in decomposed if not unicodedata.combining(letter)))


def _level_of(word: str) -> Level | None:
    if word in _PERSONS:
        return "person"
    if word in _ACCOUNTS or word.endswith(_LONG_ACCOUNTS):
        return "account"
    return "event" if word in _EVENTS else None


def _unglued(words: tuple[str, ...]) -> tuple[str, ...]:
    """The same words, where a compound such as `kundennummer` is cut into what is numbered and its numbering."""
    parts: list[str] = []
    for word in words:
        suffix = next((s for s in _GLUED if word.endswith(s) and _level_of(word.removesuffix(s))), None)
        parts += [word] if suffix is None else [word.removesuffix(suffix), suffix]
    return tuple(parts)


def ends_in_number(column: str) -> bool:
    """Whether the header ends in a word that numbers, such as `reg_nr`; `num_visits` counts and does not."""
    words = plain_words(column)
    return len(words) > 1 and (words[-1] in _NUMBERING or words[-1].endswith(("nummer", "numer")))


_MEASURES = frozenset(
    [
        "length",
        "duration",
        "los",
        "days",
        "hours",
        "minutes",
        "weeks",
        "dauer",
        "duracion",
        "durada",
        "duree",
        "durata",
        "duracao",
        "duur",
        "dlugosc",
        "czas",
        "langd",
        "estancia",
        "estada",
        "sejour_duree",
        "verblijfsduur",
        "verweildauer",
        "degenza",
    ]
)
"""Words of headers that say how long something took: `length_of_stay` numbers no stay."""


def names_thing(column: str) -> bool:
    """Whether the header speaks of a place, a product, staff or time: it numbers no subject of the data."""
    words = plain_words(column)
    return bool(_THINGS & {*words, *(word.removesuffix(s) for word in words for s in _GLUED)})


def key_level(column: str) -> tuple[Level, bool] | None:
    """What the header says that the column numbers, and whether it has a word for the numbering; None: nothing.

    The word next to the numbering decides: a `patient_visit_id` numbers visits, an `id_paciente` patients.

    >>> key_level("pupil_no"), key_level("patient_visit_id"), key_level("Kundennummer"), key_level("card")
    (('person', True), ('event', True), ('person', True), ('account', False))
    >>> key_level("patient_age") is key_level("num_visits") is key_level("account_type") is None
    True
    """
    if _MEASURES & set(plain_words(column)):
        return None
    words = _unglued(plain_words(column))
    if means(column, "tenure", "person_name", "generic_name"):
        return None
    levels = [level for level in map(_level_of, words) if level is not None]
    if not levels:
        return None
    if len(words) > 1 and words[-1] in _NUMBERING:
        return levels[-1], True
    if len(words) > 1 and words[0] in _NUMBERING:
        return levels[0], True
    return (levels[-1], False) if _level_of(words[-1]) is not None else None
