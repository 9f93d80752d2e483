"""Files: tables read as text, and outputs that are written whole or not at all."""
