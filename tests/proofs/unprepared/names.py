"""Given names and surnames of ten languages, written from memory: women, men, surnames; common ones first, rare ones last."""

from __future__ import annotations

WOMEN = {
    "en": "Mary Sarah Emma Olivia Jessica Ashley Karen Linda Susan Margaret Chloe Amelia Charlotte Hannah Zoe Beatrice "
    "Imogen Tamsin Keziah Rosalind Shanice Latoya Philippa Winifred",
    "es": "María Carmen Lucía Ana Laura Marta Isabel Pilar Dolores Cristina Paula Sara Elena Rocío Inmaculada Nerea "
    "Macarena Candela Yolanda Encarnación Covadonga Itziar",
    "ca": "Maria Montserrat Núria Laia Marta Anna Mercè Júlia Carla Aina Meritxell Mireia Roser Dolors Neus Gemma Txell "
    "Remei Ariadna Queralt Assumpta Eulàlia",
    "fr": "Marie Nathalie Isabelle Sylvie Camille Léa Manon Chloé Sophie Céline Émilie Aurélie Françoise Monique Inès "
    "Jade Mélanie Gwenaëlle Maëlys Solange Apolline Ghislaine",
    "de": "Anna Sabine Petra Ursula Monika Claudia Julia Lena Hannah Katharina Birgit Heike Renate Ingrid Sophie Johanna "
    "Liselotte Wiebke Friederike Gudrun Heidrun Mechthild",
    "it": "Maria Giulia Francesca Chiara Sara Paola Anna Elena Laura Valentina Rosa Alessia Martina Silvia Ginevra "
    "Concetta Immacolata Ludovica Ornella Fiammetta Mirella Domitilla",
    "pt": "Maria Ana Joana Inês Beatriz Mariana Catarina Sofia Leonor Teresa Fernanda Patrícia Rita Matilde Luísa Graça "
    "Conceição Fátima Lurdes Benedita Filomena Iolanda",
    "nl": "Maria Anna Johanna Emma Sanne Lotte Fleur Anouk Marieke Femke Ingrid Wilhelmina Daphne Esther Liesbeth Tess "
    "Jantje Mirjam Saskia Hendrika Geertruida Berendina",
    "pl": "Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Krystyna Elżbieta Zofia Zuzanna Julia Magdalena Joanna "
    "Beata Danuta Halina Bożena Grażyna Wiesława Kinga Bronisława",
    "sv": "Anna Eva Maria Karin Kristina Lena Emma Elin Alice Maja Ebba Ingrid Birgitta Astrid Linnea Saga Gunilla "
    "Annika Sigrid Tuva Ragnhild Ingegerd",
}
MEN = {
    "en": "James John Robert Michael David William Thomas Daniel Matthew Andrew Joshua Jack Oliver Harry George Alfie "
    "Dwayne Tyrone Barnaby Lachlan Cuthbert Darnell",
    "es": "Antonio José Manuel Francisco Javier Juan Carlos Miguel Pablo Alejandro Sergio Álvaro Rubén Íñigo Joaquín "
    "Hugo Eustaquio Gonzalo Iker Ramiro Adrián Nicanor",
    "ca": "Jordi Josep Marc Joan Pau Albert Xavier Oriol Martí Roger Arnau Pol Jaume Ferran Bernat Quim Eudald Guifré "
    "Cesc Narcís Llorenç Ot",
    "fr": "Jean Pierre Michel Philippe Nicolas Julien Thomas Lucas Hugo Louis Antoine Mathieu Stéphane Gérard René "
    "Thibault Loïc Yann Baptiste Gaëtan Anselme Hippolyte",
    "de": "Thomas Michael Andreas Stefan Peter Klaus Wolfgang Jürgen Lukas Jonas Finn Maximilian Felix Uwe Dieter "
    "Matthias Torsten Eberhard Hinnerk Korbinian Volker Gottfried",
    "it": "Giuseppe Marco Antonio Francesco Luca Andrea Alessandro Matteo Giovanni Lorenzo Salvatore Roberto Stefano "
    "Davide Gennaro Pasquale Ettore Ruggero Ferdinando Tancredi Vito Ivo",
    "pt": "João José António Manuel Pedro Tiago Rui Miguel Francisco Diogo Nuno Gonçalo Duarte Tomás Rafael Afonso "
    "Joaquim Vasco Lourenço Zeferino Filipe Gil",
    "nl": "Jan Pieter Hendrik Daan Sem Bram Thijs Jeroen Maarten Willem Sander Lars Ruben Cornelis Gerrit Koen Wouter "
    "Teun Sjoerd Evert Jelle Diederik",
    "pl": "Jan Piotr Krzysztof Andrzej Tomasz Paweł Michał Marcin Jakub Stanisław Zbigniew Grzegorz Łukasz Wojciech "
    "Szymon Kacper Mieczysław Bogdan Radosław Przemysław Zdzisław Ziemowit",
    "sv": "Lars Erik Karl Anders Johan Per Nils Mikael Oskar Hugo Elias Gustav Axel Göran Sven Bengt Viktor Ture "
    "Torbjörn Fredrik Halvar Assar",
}
SURNAMES = {
    "en": "Smith Jones Williams Brown Taylor Davies Johnson Miller Wilson Evans Thomas Roberts Walker Wright Thompson "
    "White Hughes Edwards Green Hall Wood Harris Lewis Martin Jackson Clarke Clark Turner Hill Cooper Morris Moore Ward "
    "Watson Anderson Harrison Morgan Baker Patel Young Allen Mitchell Cook Kelly Bailey Bell Murphy Ramirez Nguyen "
    "Okafor Fitzgerald Abernathy Fothergill Sidebottom Twelvetrees Birtwhistle Quackenbush Ollerenshaw Mbeki Thistlewood "
    "Ravenscroft O'Shaughnessy Hathersage",
    "es": "García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz "
    "Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco "
    "Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Iglesias Núñez Medina Garrido Cortés Castillo "
    "Santos Lozano Guerrero Cano Prieto Méndez Cruz Gallego Vidal León Zubizarreta Etxeberria Ballesteros Bocanegra "
    "Villalobos Pizarroso Sotillos",
    "ca": "Martí Vila Serra Puig Roca Soler Font Ferrer Bosch Sala Pujol Casas Mas Vidal Costa Riera Prat Torra Valls "
    "Camps Oliveras Rovira Coll Comas Pons Roura Batlle Casals Ribas Grau Bonet Mir Planas Codina Ventura Rius Forn "
    "Sabaté Llopart Vilaseca Matas Espinosa Segura Farré Carbonell Castells Rosell Domènech Gasull Puigdollers "
    "Montaner Terrades Sunyer Bofarull Desclot Fàbregas Guardiola Pellicer Savall Xifré Noguera Capdevila",
    "fr": "Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia "
    "David Bertrand Roux Vincent Fournier Morel Girard André Lefèvre Mercier Dupont Lambert Bonnet François Martinez "
    "Legrand Garnier Faure Rousseau Blanc Guérin Muller Henry Roussel Nicolas Perrin Morin Mathieu Clément Gauthier "
    "Dumont Lopez Fontaine Chevalier Robin Masson Sanchez Gérard Nguyen Boyer Denis Kerguelen Le-Goff Quémeneur "
    "Desrousseaux Vandamme Castagnède Taillandier",
    "de": "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein "
    "Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Lehmann Maier "
    "Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Vogel Friedrich "
    "Keller Günther Berger Winkler Lorenz Baumann Yılmaz Kowalski Petersen Brandstätter Zschoche Kühlewein Rautenberg "
    "Oberhuber Degenhardt",
    "it": "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De-Luca Costa "
    "Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone "
    "Longo Gentile Martinelli Vitale Lombardo Serra Coppola De-Santis D'Angelo Marchetti Parisi Villa Conte Ferraro "
    "Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala De-Angelis Gatti Pellegrini Palumbo Sanna Farina Rizzi "
    "Monti Cattaneo Zanardelli Passalacqua Tagliaferri Quattrocchi",
    "pt": "Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes Lopes "
    "Marques Alves Almeida Ribeiro Pinto Carvalho Teixeira Moreira Correia Mendes Nunes Soares Vieira Monteiro Cardoso "
    "Rocha Raposo Neves Coelho Cruz Cunha Pires Ramos Reis Simões Antunes Matos Fonseca Machado Araújo Barbosa Tavares "
    "Lourenço Castro Figueiredo Azevedo Freitas Magalhães Henriques Lobo Guerreiro Brandão Valadares Sequeira Quintela "
    "Bettencourt Falcão Nóbrega",
    "nl": "Jansen Visser Smit Meijer Bakker Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Smits Kok Jacobs "
    "Vermeulen Schouten Willems Hoekstra Koster Verhoeven Prins Postma Kuiper Huisman Veenstra Kramer Martens Scholten "
    "Post Wolters Timmermans Groen Gerritsen Jonker Boer Janssen Maas Verbeek Molenaar Vink Blom Bosman Sanders Hermans "
    "Driessen Boersma Hofman Zijlstra Ypma Terpstra Wagenaar Oosterhuis Brandsma Schaapveld Naaktgeboren Kwakkelstein "
    "Bouhaddou Yildirim Goossens Lubbers",
    "pl": "Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski "
    "Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski "
    "Michalski Król Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek "
    "Nowicki Pawlak Górski Witkowski Walczak Sikora Baran Rutkowski Michalak Szewczyk Ostrowski Tomaszewski Pietrzak "
    "Zalewski Wróblewski Marciniak Jasiński Bąk Włodarczyk Borkowski Sobczak Czarnecki Przybyszewski Gąsienica "
    "Brzęczyszczykiewicz Trzaska Pszczoła",
    "sv": "Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson "
    "Jansson Hansson Bengtsson Jönsson Lindberg Jakobsson Magnusson Olofsson Lindström Lindqvist Lindgren Axelsson Berg "
    "Bergström Lundberg Lundgren Lind Lundqvist Mattsson Berglund Fredriksson Sandberg Henriksson Forsberg Sjöberg "
    "Wallin Engström Danielsson Eklund Håkansson Lundin Gunnarsson Holm Björk Bergman Samuelsson Fransson Wikström "
    "Isaksson Bergqvist Nyström Holmberg Arvidsson Löfgren Söderberg Nyberg Blomqvist Claesson Ekelöf Stålhandske "
    "Silfverstolpe Gyllensvärd",
}


def words(text: str) -> list[str]:
    """The names of a line; a hyphen between two capitals of Italian and French particles stands for a blank."""
    return [word.replace("De-", "De ").replace("Le-", "Le ") for word in text.split()]
