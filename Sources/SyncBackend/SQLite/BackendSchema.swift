import GRDB

/// The backend's tables, step by step. A step that has been released is never changed.
enum BackendSchema {
  /// Marks our files (`PRAGMA application_id`): "hsyB" in ASCII.
  static let applicationID = 0x6873_7942

  /// The steps from an empty file to today's tables.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 records") { db in
      try db.execute(sql: records)
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    migrator.registerMigration("2 token lifetimes") { db in try db.execute(sql: tokenLifetimes) }
    migrator.registerMigration("3 events") { db in try db.execute(sql: events) }
    migrator.registerMigration("4 shares") { db in try db.execute(sql: shares) }
    migrator.registerMigration("5 many owners", foreignKeyChecks: .immediate) { db in
      // The triggers of data that have moved would reject it.
      let hasMoved = try MoveMark.isSet(db)
      if hasMoved { try MoveMark.remove(db) }
      try db.execute(sql: manyOwners)
      if hasMoved { try MoveMark.set(db) }
    }
    migrator.registerMigration("6 token scopes") { db in try db.execute(sql: tokenScopes) }
    migrator.registerMigration("7 audit") { db in try db.execute(sql: audit) }
    return migrator
  }

  /// `rec.seq` is a counter of the owner's own, not a rowid: a reader who has seen n has seen all below n, whatever else is being written.
  private static let records = """
    CREATE TABLE owner(
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE,
      seq INTEGER NOT NULL DEFAULT 0,
      purged_seq INTEGER NOT NULL DEFAULT 0,
      now_ms INTEGER NOT NULL DEFAULT 0,
      created_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE token(
      sha256 BLOB NOT NULL PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_owner ON token(owner);
    CREATE TABLE rec(
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      hlc INTEGER NOT NULL,
      dev TEXT NOT NULL,
      body TEXT,
      seq INTEGER NOT NULL,
      deleted_at_ms INTEGER,
      PRIMARY KEY(owner, kind, id),
      CHECK((body IS NULL) = (deleted_at_ms IS NOT NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rec_seq ON rec(owner, seq);
    CREATE INDEX rec_deleted ON rec(owner, deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;
    CREATE TABLE device(
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      dev TEXT NOT NULL,
      last INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      answer BLOB NOT NULL,
      seen_at_ms INTEGER NOT NULL,
      PRIMARY KEY(owner, dev)
    ) STRICT;
    CREATE TABLE epoch(
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      epoch TEXT NOT NULL,
      closed_at INTEGER,
      PRIMARY KEY(owner, epoch)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX epoch_open ON epoch(owner) WHERE closed_at IS NULL;
    """

  /// `token.expires_at_ms` NULL = never; for `token.parent` see `Tokens`; `refresh_token.token` is the token it was
  /// issued with.
  private static let tokenLifetimes = """
    ALTER TABLE token ADD COLUMN expires_at_ms INTEGER;
    ALTER TABLE token ADD COLUMN parent BLOB;
    CREATE INDEX token_parent ON token(parent) WHERE parent IS NOT NULL;
    CREATE TABLE refresh_token(
      sha256 BLOB NOT NULL PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      token BLOB NOT NULL,
      lifetime_ms INTEGER NOT NULL,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refresh_token_owner ON refresh_token(owner);
    CREATE INDEX refresh_token_token ON refresh_token(token);
    """

  /// A line of a device's log is known by its place: `file` is what the log's file is known by there, `offset` the bytes before the line.
  private static let events = """
    CREATE TABLE event(
      owner INTEGER NOT NULL REFERENCES owner(n) ON DELETE CASCADE,
      dev TEXT NOT NULL,
      file INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      received_at_ms INTEGER NOT NULL,
      PRIMARY KEY(owner, dev, file, "offset")
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_received ON event(received_at_ms);
    """

  /// Each user's share of the disk (`Quota`), families of tokens (`Tokens`), and the time at which the server was last there (`ServerClock`).
  /// A record that is written is counted by `RecordWriter`, which is quicker than a trigger.
  private static let shares = """
    ALTER TABLE owner ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE owner ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
    UPDATE owner SET
      records = (SELECT count(*) FROM rec WHERE owner = n),
      bytes = (SELECT coalesce(sum(coalesce(length(CAST(body AS BLOB)), 0) + length(CAST(id AS BLOB)) + 100), 0) FROM rec WHERE owner = n)
        + (SELECT coalesce(sum(length(CAST(body AS BLOB)) + 100), 0) FROM event WHERE owner = n)
        + (SELECT coalesce(sum(length(answer) + 100), 0) FROM device WHERE owner = n);
    CREATE TRIGGER rec_replaced AFTER UPDATE ON rec BEGIN
      UPDATE owner SET records = records - 1,
        bytes = bytes - coalesce(length(CAST(OLD.body AS BLOB)), 0) - length(CAST(OLD.id AS BLOB)) - 100 WHERE n = OLD.owner;
    END;
    CREATE TRIGGER rec_removed AFTER DELETE ON rec BEGIN
      UPDATE owner SET records = records - 1,
        bytes = bytes - coalesce(length(CAST(OLD.body AS BLOB)), 0) - length(CAST(OLD.id AS BLOB)) - 100 WHERE n = OLD.owner;
    END;
    CREATE TRIGGER event_added AFTER INSERT ON event BEGIN
      UPDATE owner SET bytes = bytes + length(CAST(NEW.body AS BLOB)) + 100 WHERE n = NEW.owner;
    END;
    CREATE TRIGGER event_removed AFTER DELETE ON event BEGIN
      UPDATE owner SET bytes = bytes - length(CAST(OLD.body AS BLOB)) - 100 WHERE n = OLD.owner;
    END;
    CREATE TRIGGER device_added AFTER INSERT ON device BEGIN
      UPDATE owner SET bytes = bytes + length(NEW.answer) + 100 WHERE n = NEW.owner;
    END;
    CREATE TRIGGER device_answered AFTER UPDATE OF answer ON device BEGIN
      UPDATE owner SET bytes = bytes + length(NEW.answer) - length(OLD.answer) WHERE n = NEW.owner;
    END;
    CREATE TRIGGER device_removed AFTER DELETE ON device BEGIN
      UPDATE owner SET bytes = bytes - length(OLD.answer) - 100 WHERE n = OLD.owner;
    END;
    ALTER TABLE token ADD COLUMN family BLOB;
    CREATE INDEX token_family ON token(family) WHERE family IS NOT NULL;
    ALTER TABLE refresh_token ADD COLUMN family BLOB;
    ALTER TABLE refresh_token ADD COLUMN used_at_ms INTEGER;
    CREATE INDEX refresh_token_family ON refresh_token(family) WHERE family IS NOT NULL;
    CREATE TABLE server(one INTEGER PRIMARY KEY CHECK(one = 1), seen_ms INTEGER NOT NULL) STRICT;
    """

  /// What a start does no longer depends on the number of owners: the epoch of an owner's last write is in their row, those that have ended are in
  /// `epoch` (`Epochs`), and old deletions of all owners lie together.
  private static let manyOwners = """
    ALTER TABLE owner ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
    UPDATE owner SET epoch = coalesce(
      (SELECT epoch.epoch FROM epoch WHERE epoch.owner = n AND closed_at IS NULL), lower(hex(randomblob(8))));
    DROP INDEX epoch_open;
    DELETE FROM epoch WHERE closed_at IS NULL;
    ALTER TABLE server ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
    DROP INDEX rec_deleted;
    CREATE INDEX rec_deleted ON rec(deleted_at_ms, owner) WHERE deleted_at_ms IS NOT NULL;
    """

  /// `scope` as of `TokenScope.text`; `token.used_hour_ms` is the hour of the last use, NULL = never.
  private static let tokenScopes = """
    ALTER TABLE token ADD COLUMN scope TEXT NOT NULL DEFAULT 'all';
    ALTER TABLE token ADD COLUMN used_hour_ms INTEGER;
    ALTER TABLE refresh_token ADD COLUMN scope TEXT NOT NULL DEFAULT 'all';
    """

  /// See `AuditRecord`. It outlives the users named in it.
  private static let audit = """
    CREATE TABLE audit(
      n INTEGER PRIMARY KEY,
      at_ms INTEGER NOT NULL,
      command TEXT NOT NULL,
      user TEXT,
      os_user TEXT NOT NULL
    ) STRICT;
    """
}
