"""Names of the fresh tables, per language: women, men, surnames."""

from __future__ import annotations

NAMES: dict[str, tuple[str, str, str]] = {
    "en": (
        (
            "Abigail Alison Beth Brenda Charlotte Chloe Deborah Donna Eleanor Fiona Gemma Georgia Hannah Heather "
            "Imogen Jacqueline Jasmine Joan Kirsty Lorraine Maureen Naomi Olivia Pamela Priya Rosie Samantha Shanice "
            "Tracey Yasmin"
        ),
        (
            "Adrian Alfie Barry Callum Clive Darren Dennis Ewan Freddie Gareth Graham Hamza Harvey Ian Jamal Keith "
            "Kieran Lewis Malcolm Nathan Nigel Oscar Philip Rhys Roy Sanjay Stuart Terence Trevor Wayne"
        ),
        (
            "Ashworth Barlow Begum Bhatt Blackwell Carver Chowdhury Coates Dawson Ellison Fairclough Gallagher Goodwin "
            "Hargreaves Holt Iqbal Jarvis Kavanagh Lockwood Marsden McKenna Nuttall Okafor Osborne Pickering Pritchard "
            "Quinn Rowland Sharma Sinclair Stubbs Thackeray Tomlinson Underwood Vaughan Whittaker Winstanley Yardley"
        ),
    ),
    "es": (
        (
            "Adela Ainhoa Alba Amparo Aurora Begoña Carmen Celia Consuelo Dolores Elena Encarnación Fátima Gloria Inés "
            "Irene Josefa Lorena Macarena Marisol Milagros Noelia Nuria Pilar Raquel Rocío Soledad Susana Verónica "
            "Yolanda"
        ),
        (
            "Adolfo Agustín Álvaro Andrés Benito César Cristóbal Domingo Eduardo Emilio Ernesto Félix Gonzalo "
            "Guillermo Héctor Iker Ismael Jesús Joaquín Julián Lorenzo Manuel Matías Nicolás Óscar Ramón Rubén Sergio "
            "Tomás Vicente"
        ),
        (
            "Aguilar Alonso Aranda Barrios Benítez Caballero Calvo Cano Carrasco Cordero Crespo Delgado Durán Esteban "
            "Gallardo Garrido Guerrero Hidalgo Herrera Lozano Marín Méndez Montero Morales Nieto Ortega Parra Peña "
            "Prieto Rojas Rubio Sáez Santana Serrano Soto Vargas Vega Velasco Vidal Zamora"
        ),
    ),
    "ca": (
        (
            "Aina Anna Assumpta Berta Blanca Carla Carme Clàudia Dolors Elisenda Emma Gemma Glòria Jordina Júlia Laia "
            "Lídia Mariona Marta Meritxell Mercè Montserrat Neus Núria Ona Queralt Remei Roser Sílvia Txell"
        ),
        (
            "Adrià Albert Aleix Antoni Arnau Bernat Biel Carles Dídac Eloi Enric Esteve Ferran Francesc Gerard Guillem "
            "Ignasi Jaume Jordi Josep Lluís Marc Martí Miquel Oriol Pau Pere Quim Roger Xavier"
        ),
        (
            "Abelló Alsina Amat Barceló Batlle Bosch Brugués Cabré Camps Casals Codina Comas Duran Esteve Farré Ferrer "
            "Figueras Fontanals Gibert Guasch Jové Llobet Llopis Masip Miró Nadal Oliveras Pagès Perarnau Pijoan "
            "Planas Puigdevall Rabassa Ribas Rovira Sabaté Soler Tarrés Torrents Vilalta Vilanova Xirau"
        ),
    ),
    "fr": (
        (
            "Adèle Agnès Aïcha Amandine Anaïs Bernadette Brigitte Capucine Caroline Clémence Delphine Élodie Émilie "
            "Fatou Françoise Gaëlle Ghislaine Inès Jeanne Josiane Laetitia Léa Manon Mireille Nadège Océane Pascale "
            "Sandrine Solène Yvette"
        ),
        (
            "Adrien Alain Antoine Arnaud Baptiste Benoît Cédric Christophe Damien Didier Émile Étienne Fabrice Florian "
            "Gilles Guy Hervé Jean-Luc Jérémy Karim Laurent Loïc Mathieu Mehdi Olivier Patrice Quentin Rémi Thierry "
            "Yannick"
        ),
        (
            "Arnoux Aubert Bailly Benali Bertin Besson Boucher Bouvier Carpentier Charrier Collet Cordier Delmas "
            "Deschamps Diallo Dumont Fabre Ferrand Gaillard Gauthier Guérin Hamel Jacquet Joubert Lacroix Lebrun "
            "Lefort Lemaître Maillard Mercier Monnier Perrot Pichon Poirier Rivière Rousselet Tessier Vasseur Verdier"
        ),
    ),
    "de": (
        (
            "Andrea Anneliese Antje Astrid Bärbel Birgit Christa Cornelia Doris Elke Emilia Frieda Gisela Hannelore "
            "Heike Ingrid Jana Johanna Katrin Lieselotte Mareike Merle Nadine Petra Renate Sabine Silke Svenja Ursula "
            "Waltraud"
        ),
        (
            "Achim Albrecht Andreas Bernd Björn Carsten Detlef Dieter Eckhard Felix Gerd Günter Hannes Heinz Holger "
            "Jens Joachim Jürgen Kai Konstantin Lars Lutz Malte Manfred Norbert Rainer Sven Torsten Uwe Volker"
        ),
        (
            "Ackermann Albers Arndt Bachmann Böhm Brinkmann Brandt Conrad Dietz Ebert Engelhardt Fiedler Friedrich "
            "Gebhardt Grote Hagen Heinemann Henning Jahn Kaya Kessler Kirchner Kowalski Kramer Lindner Lorenz "
            "Marquardt Nowak Öztürk Petersen Reimann Rothe Sander Schilling Seidel Steffens Thiele Ullrich Vogt Wendt "
            "Wiegand Ziegler"
        ),
    ),
    "it": (
        (
            "Agnese Alessia Antonella Beatrice Bianca Carla Caterina Cinzia Daniela Donatella Elisa Emanuela Federica "
            "Flavia Gabriella Giada Giuseppina Ilaria Ivana Loredana Lucrezia Manuela Mirella Noemi Ornella Patrizia "
            "Rosaria Serena Tiziana Viola"
        ),
        (
            "Alberto Aldo Antonio Armando Bruno Claudio Cristian Daniele Dario Domenico Edoardo Enzo Fabio Filippo "
            "Franco Gennaro Giacomo Gianluca Ivano Leonardo Luca Massimo Mauro Nicola Piero Raffaele Salvatore Silvio "
            "Umberto Vito"
        ),
        (
            "Amato Barone Basile Battaglia Bellini Benedetti Caputo Carbone Castelli Cattaneo Coppola D'Amico Damiani "
            "De_Santis Fabbri Farina Ferrari Fiore Galli Gatti Grassi Guerra Lombardo Longo Mancini Marchetti Martini "
            "Mazza Monti Morelli Orlando Pagano Palumbo Pellegrini Piras Ricci Rinaldi Sala Sartori Silvestri Testa "
            "Villa Zanetti"
        ),
    ),
    "pt": (
        (
            "Adriana Alda Alice Anabela Aurora Benedita Bruna Carolina Catarina Conceição Deolinda Diana Ermelinda "
            "Fátima Filomena Graça Helena Isaura Joana Leonor Lurdes Mafalda Margarida Matilde Odete Paula Raquel Rosa "
            "Sónia Vanessa"
        ),
        (
            "Abel Alexandre Amadeu Armindo Artur Bernardo Caetano Daniel Diogo Duarte Fábio Filipe Francisco Gonçalo "
            "Henrique Hugo Jaime Joel Jorge Leandro Manuel Mário Nelson Norberto Nuno Rafael Renato Rui Tiago Vasco"
        ),
        (
            "Abreu Alves Amaral Antunes Azevedo Baptista Barbosa Brito Cabral Cardoso Coelho Correia Cunha Domingues "
            "Esteves Faria Figueiredo Fonseca Freitas Gaspar Guerreiro Henriques Leal Leitão Machado Magalhães Matos "
            "Mendonça Monteiro Moreira Neves Nogueira Paiva Pinheiro Ramos Salgado Tavares Teixeira Valente Vieira"
        ),
    ),
    "nl": (
        (
            "Aaltje Annelies Anouk Bianca Carla Corrie Dewi Els Esmée Femke Fleur Gerda Hanneke Ilse Ingeborg Jantine "
            "Jolanda Karin Lieke Loes Maaike Margriet Marieke Nienke Petra Roos Saskia Tineke Willemijn Wilma"
        ),
        (
            "Arjan Bart Bas Bram Cees Coen Daan Dirk Erik Ferdi Gerrit Gijs Hendrik Henk Jaap Jelle Joost Jeroen Koen "
            "Lars Maarten Mohamed Niek Olaf Peter Rik Ruben Sjoerd Teun Wouter"
        ),
        (
            "Aalbers Akkerman Boersma Bosman Brouwer Dekker Dijkstra Drent El_Idrissi Evers Gerritsen Groen Haan "
            "Hoekstra Huisman Jansen Kamphuis Kok Kramer Kuipers Lubbers Meijer Mulder Nijhuis Oosterhuis Postma Prins "
            "Reinders Ruiter Scholten Smeets Snijders Tuinstra Veenstra Verhoeven Vermeulen Visser Vos Wiersma "
            "Zijlstra"
        ),
    ),
    "pl": (
        (
            "Agata Agnieszka Aleksandra Alicja Barbara Beata Bożena Danuta Dorota Edyta Elżbieta Ewelina Grażyna "
            "Halina Hanna Iwona Jadwiga Joanna Justyna Kinga Krystyna Lidia Małgorzata Monika Natalia Oliwia Renata "
            "Teresa Urszula Zofia"
        ),
        (
            "Adam Andrzej Artur Bartosz Bogdan Cezary Czesław Damian Dariusz Edward Filip Grzegorz Henryk Hubert "
            "Ireneusz Jacek Jakub Janusz Kamil Kazimierz Leszek Łukasz Maciej Marek Mirosław Paweł Radosław Rafał "
            "Szymon Zbigniew"
        ),
        (
            "Adamczyk Baran Bielak Borek Chmiel Cieślak Czaja Dudek Duda Gajda Głowacz Górecki Jaworek Kaczmarek Kania "
            "Kasprzak Klimek Kołodziej Kozieł Krawczyk Kubiak Kurek Łuczak Madej Malec Marzec Michalak Mróz Owczarek "
            "Pawlak Piątek Ptak Rogala Sikora Sobczak Stefaniak Szulc Urban Wach Walczak Wilk Witek Wrona Zając Żak"
        ),
    ),
    "sv": (
        (
            "Agneta Alva Anneli Astrid Birgitta Britt Camilla Cecilia Ebba Elin Elsa Frida Gunilla Gun Hanna Ingegerd "
            "Ingela Jenny Karin Kerstin Lena Lisbeth Maja Malin Monica Pernilla Saga Siv Ulla Ylva"
        ),
        (
            "Albin Anders Arvid Axel Bengt Bo Börje Christer Elias Fredrik Göran Gunnar Håkan Hampus Hugo Ingemar "
            "Jonas Kent Lars-Erik Lennart Ludvig Magnus Mats Niklas Ove Pontus Rickard Sixten Stig Viktor"
        ),
        (
            "Ahlgren Almqvist Backman Berglund Björk Blom Boström Claesson Dahlberg Edlund Ekström Engström Falk "
            "Forsberg Fransson Granath Gustavsson Hallberg Hedman Hellström Holmgren Isaksson Jonsson Kjellberg "
            "Lagerlöf Lindahl Lundin Löfgren Mårtensson Norén Nyström Olofsson Palm Rosén Sandberg Sjöberg Stenberg "
            "Strand Sundqvist Wallin Åkesson Öberg"
        ),
    ),
}
"""A low line in a surname stands for a blank."""
