/// The tables of the browsers that may see the library's pages; of this computer alone, never synced. They hold hashes: who reads the file can't sign in.
enum BrowserSchema {
  /// The statements of version 7, in order.
  static let version7: [String] = [
    """
    CREATE TABLE browser_code(
      hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32), made_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE browser_session(
      hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32), name TEXT NOT NULL, created_at_ms INTEGER NOT NULL, seen_at_ms INTEGER NOT NULL,
      seen_from TEXT
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// The statements of version 8: a browser's consent to get notices, as JSON.
  static let version8: [String] = [
    "ALTER TABLE browser_session ADD COLUMN push TEXT CHECK (push IS NULL OR json_valid(push))"
  ]
}
