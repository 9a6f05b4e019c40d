import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// The photos that were handled, by their bytes and by their place, so that none is handled twice, whatever it is called next.
package struct PhotoLedger: Sendable {
  let library: Library

  /// The ledger in a library.
  package init(_ library: Library) { self.library = library }
}

// MARK: - Folders

extension PhotoLedger {
  /// Whether photos in that very folder are judged one by one: its stock was taken.
  package func isWatched(_ folder: String) throws(StoreError) -> Bool {
    try library.read { db in try Bool.fetchOne(db, sql: "SELECT 1 FROM watched_folder WHERE path = ?", arguments: [folder]) ?? false }
  }

  /// Whether that is so of all folders below, too, so that one that isn't known is a new one.
  package func isDeep(_ folder: String) throws(StoreError) -> Bool {
    try library.read { db in
      try Bool.fetchOne(db, sql: "SELECT is_deep FROM watched_folder WHERE path = ?", arguments: [folder]) ?? false
    }
  }

  /// Begins to watch a folder: existing photos are recorded as known, without being read. Atomic; has no effect if the
  /// folder is already watched.
  ///
  /// - Returns: the number of photos recorded as known.
  @discardableResult
  package func begin(_ folder: String, stock: [PhotoFile], atMs ms: Int64) throws(StoreError) -> Int {
    try library.write { db in
      try db.execute(sql: "INSERT OR IGNORE INTO watched_folder(path, since_ms) VALUES (?, ?)", arguments: [folder, ms])
      guard db.changesCount == 1 else { return 0 }
      let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO watched_file(path, size, mtime_ns) VALUES (?, ?, ?)")
      var count = 0
      for file in stock {
        try insert.execute(arguments: [file.path, file.size, file.mtimeNs])
        count += db.changesCount
      }
      return count
    }
  }

  /// Notes that the stock of all folders below was taken.
  package func deepen(_ folder: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "UPDATE watched_folder SET is_deep = 1 WHERE path = ? AND is_deep = 0", arguments: [folder])
    }
  }

  /// Removes a folder, those below, and every photo that was seen nowhere else.
  ///
  /// - Returns: the number of files removed; `nil` when the folder is unknown.
  package func forget(_ folder: String) throws(StoreError) -> Int? {
    // '0' is the character behind '/', so that this is everything below the folder.
    let below: StatementArguments = ["path": folder, "from": folder + "/", "to": folder + "0"]
    return try library.write { db in
      try db.execute(
        sql: """
          DELETE FROM watched_photo WHERE sha IN (SELECT sha FROM watched_file WHERE path >= :from AND path < :to)
            AND sha NOT IN (SELECT sha FROM watched_file WHERE sha IS NOT NULL AND NOT (path >= :from AND path < :to))
          """, arguments: ["from": folder + "/", "to": folder + "0"])
      try db.execute(
        sql: "DELETE FROM watched_file WHERE path >= :from AND path < :to", arguments: ["from": folder + "/", "to": folder + "0"])
      let files = db.changesCount
      try db.execute(sql: "DELETE FROM watched_folder WHERE path = :path OR path >= :from AND path < :to", arguments: below)
      return files == 0 && db.changesCount == 0 ? nil : files
    }
  }
}

// MARK: - Photos

extension PhotoLedger {
  /// Those of the files that weren't handled as they are now.
  ///
  /// - Parameter includesEarlier: whether those count, too, whose outcome is open: they were there before watching began, or are old.
  package func unknown(among files: [PhotoFile], includesEarlier: Bool) throws(StoreError) -> [PhotoFile] {
    try library.read { db in
      let find = try db.cachedStatement(
        sql: """
          SELECT ifnull(outcome, 'before') FROM watched_file LEFT JOIN watched_photo USING (sha)
          WHERE path = ? AND size = ? AND mtime_ns = ?
          """)
      return try files.filter { file in
        let outcome = try String.fetchOne(find, arguments: [file.path, file.size, file.mtimeNs])
        return outcome.map { includesEarlier && PhotoOutcome(rawValue: $0)?.isOpen == true } ?? true
      }
    }
  }

  /// Returns the outcome of a photo with these bytes; `nil` = it wasn't seen.
  package func outcome(of digest: PhotoDigest) throws(StoreError) -> PhotoOutcome? {
    try library.read { db in try PhotoLedger.outcome(of: digest, in: db) }
  }

  /// Notes that a file has the bytes of a photo that was seen.
  package func note(_ file: PhotoFile, _ digest: PhotoDigest) throws(StoreError) {
    try library.write { db in try PhotoLedger.note(file, digest, in: db) }
  }

  /// Notes that a file was there before watching began, and what its bytes are.
  package func noteBefore(_ file: PhotoFile, _ digest: PhotoDigest, atMs ms: Int64) throws(StoreError) {
    try library.write { db in
      try PhotoLedger.note(file, digest, in: db)
      try PhotoLedger.mark(digest, .before, reason: nil, atMs: ms, in: db)
    }
  }

  /// Returns the files of that size that existed before watching began and haven't been read. `changedNs` isn't stored
  /// and is 0.
  package func unread(ofSize size: Int64) throws(StoreError) -> [PhotoFile] {
    try library.read { db in
      try Row.fetchAll(db, sql: "SELECT path, size, mtime_ns FROM watched_file WHERE sha IS NULL AND size = ?", arguments: [size])
        .map { try PhotoFile(path: $0.value("path"), size: $0.value("size"), mtimeNs: $0.value("mtime_ns"), changedNs: 0) }
    }
  }

  static func outcome(of digest: PhotoDigest, in db: Database) throws -> PhotoOutcome? {
    let text = try String.fetchOne(db, sql: "SELECT outcome FROM watched_photo WHERE sha = ?", arguments: [digest.bytes])
    return text.map { PhotoOutcome(rawValue: $0) ?? .before }
  }

  static func note(_ file: PhotoFile, _ digest: PhotoDigest, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO watched_file(path, size, mtime_ns, sha) VALUES (?, ?, ?, ?)",
      arguments: [file.path, file.size, file.mtimeNs, digest.bytes])
  }

  static func mark(_ digest: PhotoDigest, _ outcome: PhotoOutcome, reason: String?, atMs ms: Int64, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO watched_photo(sha, outcome, reason, at_ms) VALUES (?, ?, ?, ?)",
      arguments: [digest.bytes, outcome.rawValue, reason, ms])
  }
}
