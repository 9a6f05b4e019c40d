/// The tables in which `hsync watch` records photos, so that each is handled once; of this computer alone, never synced.
enum PhotoSchema {
  /// The statements of version 4, in order.
  static let version4: [String] = [
    """
    CREATE TABLE watched_folder(
      path TEXT PRIMARY KEY NOT NULL, since_ms INTEGER NOT NULL, is_deep INTEGER NOT NULL DEFAULT 0 CHECK (is_deep IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE watched_photo(
      sha BLOB PRIMARY KEY NOT NULL CHECK (length(sha) = 32), outcome TEXT NOT NULL, reason TEXT, at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE watched_file(
      path TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, sha BLOB CHECK (length(sha) = 32)
    ) STRICT, WITHOUT ROWID
    """,
    // Two files with the same bytes have the same size: only among these a new photo is looked for that was there, unread, before.
    "CREATE INDEX watched_file_unread ON watched_file(size) WHERE sha IS NULL",
    "CREATE INDEX watched_file_by_photo ON watched_file(sha) WHERE sha IS NOT NULL",
  ]
}
