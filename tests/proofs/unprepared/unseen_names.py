"""Names of the unseen tables, per language: women, men, surnames."""

from __future__ import annotations

NAMES: dict[str, tuple[str, str, str]] = {
    "en": (
        "Alicia Beverly Candace Darlene Estelle Faith Gwen Harriet Ivy Jolene Kendra Latoya Marcy Nadine Opal Phoebe",
        "Alonzo Brent Curtis Dwight Elliot Floyd Grant Homer Isaac Jerome Kurt Lamar Marvin Ned Otis Preston",
        (
            "Abernathy Boggs Calloway Dempsey Eubanks Farris Gentry Hollis Ingram Jessup Kincaid Lockhart Mabry Neely "
            "Oakes Purcell Rutledge Satterfield Tillman Weatherby"
        ),
    ),
    "es": (
        "Azucena Blanca Candela Dulce Esperanza Fabiola Graciela Herminia Itziar Jimena Leire Maite Nerea Olalla Paloma",
        "Anselmo Borja Casimiro Demetrio Eloy Fermín Gaspar Hilario Iker Jacinto Leandro Marcial Nicanor Octavio Unai",
        (
            "Alcaraz Bermejo Cañizares Delgadillo Echevarría Fuentes Galindo Hinojosa Iturbe Jurado Lozano Manrique Nogales "
            "Ochoa Palomares Quiroga Robledo Sepúlveda Tejedor Zamorano"
        ),
    ),
    "ca": (
        "Agnès Bruna Carlota Dolça Elisenda Fina Griselda Ivet Joana Laia Mireia Neus Ona Queralt Roser Txell",
        "Arnau Biel Cesc Dídac Eudald Feliu Guifré Isidre Jofre Llorenç Martí Narcís Oleguer Pau Quim Roc",
        (
            "Aulet Bonastre Casadevall Deulofeu Estruch Fontseca Grabulosa Jubany Llobet Masdeu Noguera Olivella Pujadas "
            "Quintana Riba Soler Torrents Vilalta"
        ),
    ),
    "fr": (
        "Adèle Bérengère Capucine Delphine Élodie Fanny Garance Héloïse Inès Joséphine Klara Léonie Manon Ninon Odile",
        "Amaury Baptiste Cédric Damien Étienne Florian Gaspard Hugo Ilyes Joris Killian Loïc Maxence Noé Octave",
        (
            "Aubertin Bonnefoy Chevallier Delaunay Escoffier Fournel Guillemot Houdin Imbert Jacquemin Le_Goff Marchandise "
            "Naudin Peltier Quéré Rigaud Sauvage Thibault Vasseur"
        ),
    ),
    "de": (
        "Annegret Beate Cornelia Dörte Edeltraud Frauke Gudrun Hannelore Irmgard Jutta Kerstin Lieselotte Mechthild Rosel",
        "Adalbert Burkhard Carsten Detlef Egon Friedhelm Gerd Hartmut Ingo Jochen Klaus Lothar Manfred Norbert Otto",
        (
            "Achterberg Bielefeldt Czerny Dannenberg Eickhoff Feldhaus Grünewald Hinrichs Jansen Köpke Lüdtke Mertens "
            "Niehaus Oltmanns Pohlmann Rademacher Stöver Tietjen Wübben"
        ),
    ),
    "it": (
        "Allegra Benedetta Carlotta Domitilla Elettra Fiammetta Ginevra Ilaria Ludovica Marianna Noemi Ornella Perla",
        "Amedeo Brando Corrado Dario Ettore Flavio Gennaro Italo Lapo Manlio Nunzio Orlando Pasquale Renzo Saverio",
        (
            "Abbate Bevilacqua Cardinali Di_Stefano Esposti Fumagalli Grimaldi Iannone Locatelli Mastroianni Nicolosi "
            "Orsini Pellegrino Quaranta Ruggeri Santoro Trevisan Zanetti"
        ),
    ),
    "pt": (
        "Adelaide Bárbara Constança Deolinda Eduarda Filipa Graça Henriqueta Iolanda Judite Lurdes Matilde Noémia Odete",
        "Afonso Baltazar Caetano Duarte Evaristo Fausto Gil Horácio Ivo Jaime Lourenço Martim Norberto Olavo Simão",
        (
            "Abrantes Bettencourt Cordeiro Damasceno Esteves Falcão Guedes Henriques Infante Jardim Leitão Magalhães "
            "Nogueira Outeiro Pacheco Queirós Rebelo Sequeira Teles Vilhena"
        ),
    ),
    "nl": (
        "Aafke Berber Carlijn Dieuwertje Els Femke Geertje Hilde Ineke Jantine Koosje Lieke Maaike Nienke Roos",
        "Auke Bram Cas Diederik Evert Floris Gijs Hidde Ivo Jorrit Koen Lars Menno Niels Olivier",
        (
            "Aalbers Bakhuis Cuijpers Dekkers van_Eijk Franken Groot Hoekstra IJzerman Janssens Kuipers van_der_Linden "
            "Mulder Nijhof Oosterhuis Postma Rozendaal Schaap Terpstra Wiersma"
        ),
    ),
    "pl": (
        "Agata Bogna Cecylia Danuta Edyta Felicja Grażyna Halina Irena Jagoda Kinga Liliana Małgorzata Natalia Otylia",
        "Aleksy Bartosz Czesław Damian Eryk Franciszek Grzegorz Hubert Ireneusz Jacek Kamil Leszek Marek Norbert Oskar",
        (
            "Adamiak Bielawska Chmura Drozd Figiel Gawron Hajduk Jaworek Kołodziej Lisiecki Maciąg Niemczyk Olejnik Pająk "
            "Rogala Sobczyk Tkacz Urbaniak Wójcicki Zięba"
        ),
    ),
    "sv": (
        "Agneta Birgitta Cajsa Disa Ebba Frida Greta Hedvig Inger Josefine Kajsa Linnéa Märta Nora Ottilia",
        "Albin Bengt Christer Dag Einar Folke Göran Håkan Ivar Joakim Kjell Leif Mattias Nils Olle",
        (
            "Ahlgren Björklund Cederberg Dahlin Edström Forsberg Grahn Hedman Isaksson Jonsson Kjellberg Lindahl Malmström "
            "Nordin Öberg Palmgren Rydell Sjöstrand Törnqvist Wallin"
        ),
    ),
}
