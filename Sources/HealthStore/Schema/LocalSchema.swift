/// The tables of this computer alone, never synced: answers of product databases, queued lookups, small notes, undo.
enum LocalSchema {
  /// The statements of version 1, in order.
  static let version1: [String] = [
    """
    CREATE TABLE product_answer(
      gtin INTEGER PRIMARY KEY, found INTEGER NOT NULL CHECK (found IN (0, 1)), body TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE pending_lookup(
      gtin INTEGER PRIMARY KEY, text TEXT NOT NULL, reason TEXT NOT NULL, at_ms INTEGER NOT NULL,
      wishes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(wishes))
    ) STRICT
    """,
    "CREATE TABLE notebook(name TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE change(n INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL) STRICT",
    """
    CREATE TABLE change_row(
      n INTEGER NOT NULL REFERENCES change(n) ON DELETE CASCADE, kind TEXT NOT NULL, id TEXT NOT NULL, before_json TEXT, after_json TEXT,
      PRIMARY KEY (n, kind, id)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}
