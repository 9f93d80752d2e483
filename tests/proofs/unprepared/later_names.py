"""Names of the people in the later tables, written from memory: women, men and surnames for each language."""

from __future__ import annotations

NAMES = {
    "en": (
        "Philippa Denise Aisha Kerry Gwen Marjorie Tamsin Yvonne Bronwyn Shanice Rosalind Hollie Zainab Pauline Elspeth",
        "Nigel Terence Imran Callum Dwayne Gareth Rupert Kelvin Alistair Desmond Hamza Barry Piers Wesley Trevor",
        (
            "Ackroyd Bhatt Cartwright Duckworth Entwistle Fairclough Gillespie Hargreaves Iqbal Jellicoe Kershaw Lomax "
            "Mbeki Nuttall Okafor Pickering Ramsbottom Sidebottom Thwaite Underhill Varley Whittaker Yardley"
        ),
    ),
    "es": (
        "Remedios Encarnación Yolanda Maribel Rocío Nuria Consuelo Inmaculada Araceli Begoña Noelia Estefanía",
        "Fermín Gonzalo Ramiro Íñigo Eusebio Jacinto Adrián Rodrigo Borja Leandro Isidro Hugo",
        (
            "Peñalver Quintanilla Arroyo Bermúdez Cifuentes Escudero Galindo Heredia Izquierdo Lozano Montoya Nevado "
            "Olmedo Pastor Redondo Salcedo Tejada Ureña Villalba Zamorano"
        ),
    ),
    "ca": (
        "Roser Mireia Assumpta Neus Griselda Queralt Remei Txell Carme Eulàlia",
        "Quim Oriol Narcís Eudald Bernat Ferran Llorenç Pep Arnau Jaume",
        (
            "Puigdollers Casademont Vilaseca Torrents Masdeu Ribas Claramunt Sabater Codina Planas Bosch Farré Rovira "
            "Estruch Caminal Balcells"
        ),
    ),
    "fr": (
        "Maëlys Océane Lilou Solène Inès Clémence Fatoumata Éloïse Manon Anaïs Capucine Noémie",
        "Kylian Enzo Théo Mathis Bastien Yanis Corentin Mamadou Loïc Dylan Rémi Quentin",
        (
            "Lecomte Bouvier Delaunay Guillou Le Goff Marchand Perrin Rousselot Tessier Vasseur Diallo Benali Charpentier "
            "Hamon Joubert Kermarrec Pichon Renaud"
        ),
    ),
    "de": (
        "Mathilda Frieda Leni Jule Ronja Elif Greta Paula Thea Wiebke Ida Merle",
        "Jonte Emil Mats Bruno Kasimir Emre Levi Theo Ole Anton Fiete Carlo",
        (
            "Brinkmann Oltmanns Kowalczyk Yıldız Hinrichs Behrendt Asmussen Düsterhöft Eickhoff Freese Grotjahn Harms "
            "Janßen Köhler Lübbers Meinecke Petersen Rademacher Tiedemann Wulff"
        ),
    ),
    "it": (
        "Ornella Graziella Loredana Immacolata Teresa Mirella Assunta Rosalba Cesira Ivana",
        "Gaetano Ettore Pasquale Ruggero Silvano Carmelo Ottavio Tullio Armando Nunzio",
        (
            "Bevilacqua Caputo Di Stefano Esposito Fumagalli Guarnieri Lo Presti Marchetti Napolitano Orlandi Pellegrini "
            "Quaranta Sartori Trevisan Zanetti"
        ),
    ),
    "pt": (
        "Leonor Matilde Graça Lurdes Beatriz Fátima Conceição Iara Vera Filipa",
        "Tiago Rui Duarte Gonçalo Joaquim Nuno Vasco Anselmo Telmo Ivo",
        (
            "Figueiredo Marques Teixeira Brandão Carvalhal Nogueira Queirós Sampaio Taveira Vilela Moutinho Leitão Serrano "
            "Abrantes Cordeiro"
        ),
    ),
    "nl": (
        "Marijke Fenna Sanne Tineke Hanneke Lotte Fatima Wilhelmina Jolanda Anouk",
        "Sjoerd Teun Jeroen Bram Wouter Pieter Mohammed Ruud Joost Gijs",
        (
            "van-Dijk de-Groot Hoekstra Bakker van-den-Berg Veenstra Kuipers Schouten El-Amrani Postma Zwart Verhoeven "
            "Terpstra Mulder Dijkstra"
        ),
    ),
    "pl": (
        "Bożena Grażyna Halina Jolanta Wiesława Danuta Katarzyna Urszula Renata Mariola",
        "Zbigniew Waldemar Krzysztof Mirosław Ryszard Bogdan Sławomir Leszek Tadeusz Arkadiusz",
        (
            "Gajda Szczepański Wróbel Sikora Baran Duda Krawczyk Pietrzak Michalska Zając Wilk Stępień Malinowska Czarnecki "
            "Głowacka Kubiak Borkowski"
        ),
    ),
    "sv": (
        "Gunilla Ulrika Ebba Linnéa Margareta Siv Wilma Åsa Kerstin Birgitta",
        "Torbjörn Göran Rasmus Hampus Lennart Viggo Börje Sixten Ove Jörgen",
        (
            "Lindqvist Sjöberg Nyström Hedlund Åkesson Bergkvist Forsell Grönlund Holmgren Isaksson Malmberg Norén Öberg "
            "Palmgren Rosén Sandström"
        ),
    ),
}
