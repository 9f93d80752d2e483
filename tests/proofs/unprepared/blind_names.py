"""Names of the blind tables, per language: women, men, surnames. Some come from elsewhere, as in every country."""

from __future__ import annotations

NAMES: dict[str, tuple[str, str, str]] = {
    "en": (
        "Tanisha Brooke Guadalupe Mei-Ling Rosalind Svetlana Aoife Shanice Henrietta Priya Kaylee Winifred",
        "Tyrell DeShawn Hector Barnaby Vikram Cody Rhys Emeka Winston Travis Cillian Jorge",
        (
            "Oyelaran Buckley Villanueva O'Shaughnessy Nguyen MacAllister Whitcombe Hargreaves Banerjee Thibodeaux "
            "Szymanski Braithwaite Featherstone Ramirez-Cole Yoon Applegate"
        ),
    ),
    "pt": (
        "Jussara Iracema Aparecida Rosângela Edilene Solange Marinalva Thaís",
        "Wanderley Adalberto Cícero Josimar Edmilson Raimundo Genivaldo Ubirajara",
        "Cavalcante Figueiredo Bittencourt Assunção Vasconcelos Siqueira Drummond Paes_Leme Wanderley Tavares",
    ),
    "fr": (
        "Aïssatou Océane Solène Kadiatou Maëlys Ghislaine Rokia Anouk Typhaine Linh",
        "Mamadou Kévin Loïc Yanis Enzo Thibault Moussa Gaëtan Rayan Corentin",
        "Traoré Le_Goff Ben_Salah Charpentier Guéguen Diarra Lemoine Pham Bourdon Kerbrat Delattre N'Diaye",
    ),
    "it": (
        "Ilenia Samantha Oksana Fatima Annarita Desirée Loredana Giada Mirjeta Concetta",
        "Ivano Gennaro Ettore Alvise Salvatore Ermal Ciro Loris",
        "Scognamiglio De_Luca Hoxha Pellizzari Lo_Presti Caruso Brambilla Shevchenko Zanardi El_Idrissi Fumagalli",
    ),
    "de": (
        "Aylin Mandy Heidrun Swetlana Chantal Wiebke Zeynep Ingeborg Ramona Dörte",
        "Murat Ronny Eckhard Detlef Dariusz Jannik Mehmet Torsten Holger Abdulkadir",
        "Yıldız Stellmacher Krautwurst Öztürk Niedermayer Kaczmarek Dombrowski Fröbel Hinrichs Al-Hassan Zschoche",
    ),
    "nl": (
        "Fenna Sanne Naima Wietske Chantal Marijke Yasmina Hiltje",
        "Sjoerd Mohamed Gijs Wim Tjeerd Achmed Harm Bas",
        "Dijkstra van_den_Berg El_Amrani Hoekstra de_Graaf Ait_Omar Terpstra Verhoeven ter_Horst Bouazza Kuiper",
    ),
    "es": (
        "Yolanda Encarnación Ainhoa Nayara Milagros Begoña Yesenia Rocío",
        "Amador Fulgencio Aitor Wilson Rubén Segundo Iván Faustino",
        "Etxeberria Cifuentes Quispe Valdivieso Mondéjar Rebollo Agirre Lázaro Caballero Bustamante Toledano",
    ),
    "ca": (
        "Abril Gal·la Aina Nur Jana Emma Lluna Ximena",
        "Nil Àlex Marc Izan Pol Adrià Hèctor Yassin",
        "Camprubí Ferrer Benali Rovira Puigdomènech Vives Tarradellas Singh Bosch Codina Ametller",
    ),
    "pl": (
        "Bożena Wioletta Grażyna Kinga Oksana Żaneta Mirosława Daria",
        "Zdzisław Mateusz Krystian Bogusław Radosław Jarosław Ołeh Patryk",
        "Wójtowicz Brzęczyszczykiewicz Gołębiowski Stępień Kwaśniak Ziółkowska Bondarenko Pietrzak Łuczak Świątek",
    ),
    "sv": (
        "Gunborg Ulla-Britt Maj-Lis Siv Vivianne Hjördis Asta Zahra",
        "Bengt-Åke Tore Holger Rune Sixten Evald Hassan Verner",
        "Lindqvist Hjalmarsson af_Klint Söderholm Rydberg Åkesson Mohammadi Bäckström Malmgren Sjöö",
    ),
}
