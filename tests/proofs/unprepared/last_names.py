"""Names of the last tables: women | men | surnames of each language, from memory."""

from __future__ import annotations

NAMES = {
    "en": (
        "Imogen Beryl Tamsin Maureen Priya Chantelle Rosalind Kirsty Deborah Niamh Aisha Gwyneth Hazel Bronwen Shanice Philippa Doreen Carly Verity Noreen Tegan Joyce Marcia Bethan",
        "Alastair Rhys Clive Hamish Desmond Neville Tariq Callum Gareth Wilfred Barnaby Kwame Trevor Ewan Leroy Rupert Darren Cormac Nigel Imran Basil Stuart Fergus Dylan",
        "Atherton Blenkinsop Cartledge Dunmore Entwistle Fairclough Garside Hardcastle Illingworth Jessop Kershaw Lockwood Mayhew Nuttall Ogden Pickering Quigley Rushworth Shackleton Threlfall Upton Vickers Whitworth Yardley Adeyemi Bhatti Chowdhury Okonkwo Rahman MacAllister Penhaligon Gough Sealey Tranter",
    ),
    "es": (
        "Remedios Consuelo Noelia Yolanda Maite Rocío Encarnación Amparo Inmaculada Leire Begoña Sonsoles Azucena Milagros Nerea Covadonga Fátima Lorena Asunción Estrella",
        "Gonzalo Eusebio Iñaki Borja Fermín Anselmo Julián Rodrigo Efrén Isidro Asier Bernardo Casimiro Darío Eloy Faustino Gregorio Hilario Unai Wenceslao",
        "Abascal Barrios Carrasco Domingo Escudero Figueroa Galindo Herrero Ibarra Jurado Lozano Merino Navarrete Olmedo Pacheco Quintana Robledo Salcedo Tejada Uriarte Valverde Yáñez Zurita Calvo Bermúdez Echeverría",
    ),
    "ca": (
        "Montserrat Núria Meritxell Roser Mireia Laia Neus Assumpta Gemma Carme Dolors Queralt Txell Ariadna Mercè Aina Eulàlia Berta Imma Fina",
        "Jordi Oriol Pau Ferran Arnau Quim Narcís Biel Lluc Eudald Ramon Josep Xavier Blai Guillem Isaac Martí Pol Ignasi Cesc",
        "Puigdomènech Casals Soler Vilaseca Ribas Pujadas Serrat Bonet Capdevila Ferrer Gual Llobet Mas Noguera Oliveras Planas Quer Rovira Sala Torrents Vila Castellví Busquets Cabré Masdeu Roura",
    ),
    "fr": (
        "Solène Mathilde Huguette Ghislaine Aurélie Capucine Josiane Yvette Maëlys Fatou Bénédicte Colette Ludivine Océane Raymonde Sidonie Clémence Nadia Paulette Élodie",
        "Gaëtan Thibault Lucien Corentin Fabrice Hervé Baptiste Yannick Aurélien Gilbert Mamadou Loïc Marcel Régis Sylvain Tanguy Valentin Karim Edmond Étienne",
        "Aubertin Bellanger Charpentier Delacroix Estève Fontanel Gauthier Hamelin Imbert Jacquemin Kermarrec Lachaud Marchadier Neveu Ollivier Peltier Quentin Rivoire Sauvageot Thévenot Vasseur Diallo Benali Cordier",
    ),
    "de": (
        "Gudrun Heike Anneliese Swantje Friederike Mechthild Silke Nele Brunhilde Waltraud Ayşe Dörte Katja Elfriede Jule Irmgard Kirsten Leonie Roswitha Tanja",
        "Eckhard Detlef Thorben Gernot Hartmut Fiete Lothar Ruprecht Mehmet Ansgar Björn Clemens Volker Henning Ingo Jannik Konrad Ottmar Siegfried Til",
        "Ahlers Brinkmann Cordes Dettmer Ehlers Fuhrmann Grothe Hinrichs Ihde Janßen Kruse Lüdemann Meinecke Nolte Oelkers Petersen Quast Rademacher Schlüter Thieme Uhlig Vogelsang Wiechmann Yıldız Zöllner Höpfner",
    ),
    "it": (
        "Ornella Ginevra Mariapia Loredana Concetta Ilenia Fiorella Graziella Nives Agnese Rosalba Samanta Tosca Viviana Wanda Carmela",
        "Ermanno Tullio Gaspare Nicolò Ettore Ubaldo Salvatore Manlio Ivano Fausto Ennio Corrado Adelmo Brando Piergiorgio Oreste",
        "Abbagnale Bortolotti Caruana Dell'Orto Esposti Fumagalli Grimaldi Iannone Locatelli Mazzanti Negroni Ottaviani Pasqualini Quaranta Ravasio Sbrana Tagliaferri Ungaro Vezzoli Zanotti",
    ),
    "pt": (
        "Conceição Graça Filipa Ivone Lurdes Benedita Mafalda Odete Jussara Tainá Célia Dulce Fernanda Iracema Leonor Margarida",
        "Tiago Horácio Gustavo Adelino Valter Caetano Duarte Everaldo Fausto Gaspar Jacinto Leandro Nuno Osvaldo Raul Zeferino",
        "Abrantes Bragança Cerqueira Damasceno Espírito Falcão Guimarães Henriques Junqueira Lacerda Magalhães Noronha Outeiro Pimentel Quaresma Rebelo Sampaio Teles Vasconcelos Xavier",
    ),
    "nl": (
        "Marijke Geertje Fleur Willemijn Nienke Truus Hennie Roos Saskia Ineke Samira Jolanda Wietske Corrie Dieuwke Lotte",
        "Gijs Wouter Teun Klaas Harmen Jeroen Bas Rutger Youssef Sjoerd Cor Dirk Evert Floris Hidde Koen",
        "Bakhuizen Dijkgraaf Elzinga Feenstra Groeneveld Hoogland Idema Kuijpers Langedijk Meulenbelt Nooteboom Oosterhuis Postma Reitsma Schuurman Terpstra Uittenbogaard Veenendaal Wolthuis Zijlstra",
    ),
    "pl": (
        "Grażyna Bożena Wiesława Agnieszka Halina Jadwiga Kinga Danuta Oliwia Stanisława Urszula Zuzanna Mirosława Teresa Ewelina Bogumiła",
        "Zbigniew Wojciech Grzegorz Bogdan Czesław Dariusz Jerzy Kazimierz Leszek Mieczysław Radosław Sławomir Tadeusz Waldemar Zdzisław Przemysław",
        "Adamczyk Bielecki Chmura Dudziak Florczak Gawron Hajduk Jarosz Kubiak Lipka Madej Nowicki Olszak Pietrzyk Rogala Sikora Tomczak Urbaniak Walczak Zięba Gołąb Bąk",
    ),
    "sv": (
        "Gunilla Birgitta Tuva Ebba Lisbeth Majken Solveig Annika Ylva Siv Fatima Gerd Hillevi Inga-Lill Kajsa Moa",
        "Torbjörn Göran Sixten Rolf Håkan Elis Love Vidar Ahmed Bengt Folke Hampus Jerker Kjell Olle Ragnar",
        "Abrahamsson Bergqvist Dahlberg Engström Fagerlund Grönvall Hedlund Isaksson Jönsson Källström Lindahl Malmgren Nyström Rosenqvist Sjöblom Tärnlund Wikander Åkesson Öberg Haddad",
    ),
}
