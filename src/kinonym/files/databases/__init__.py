"""Tables of databases: their names, their passwords, and how a release becomes a new table in one transaction.

Each kind of database has modules for its connection, reading, writing and recounting; `files.formats` registers them.
"""
