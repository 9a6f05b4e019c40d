import Postgres

/// The tables in PostgreSQL, step by step. A step that has been released is never changed.
///
/// Every key begins with the owner, and nothing is unique beyond an owner but hashes of tokens and names of users: the tables can be distributed by
/// owner (`TableDistribution`). There are no foreign keys, which a push would pay for with every record; a push and a deletion of a user lock the
/// owner's row instead.
/// Texts are compared bytewise, as the protocol does.
enum PostgresSchema {
  /// One change of the tables.
  private struct Step {
    /// From 1.
    let number: Int64
    /// The oldest step whose server can still work beside it.
    let oldest: Int64
    let statements: [String]
  }

  private static let steps = [
    Step(number: 1, oldest: 1, statements: tables), Step(number: 2, oldest: 1, statements: tokenScopes),
    Step(number: 3, oldest: 1, statements: audit),
  ]

  /// The key of the lock under which the tables are changed: "hsync" in ASCII.
  static let lockKey: Int64 = 0x68_7379_6E63

  /// Brings the tables up to date in one transaction. Servers that start at the same time wait for each other. Throws when a newer server has made
  /// them unusable for this one.
  static func migrate(_ connection: PostgresConnection) throws {
    _ = try connection.run([.init("BEGIN"), .init("SELECT pg_advisory_xact_lock($1)", [.integer(lockKey)])])
    let isThere = try connection.run("SELECT to_regclass('schema_step') IS NOT NULL").integer(0, 0) == 1
    var (done, oldest): (Int64, Int64) = (0, 0)
    if isThere {
      let row = try connection.run("SELECT max(step), max(oldest) FROM schema_step")
      (done, oldest) = (row.integer(0, 0) ?? 0, row.integer(0, 1) ?? 0)
    }
    guard let newest = steps.last?.number, oldest <= newest else {
      throw BackendError(.newerDatabase, "the database is of a newer hsync-backend", hint: "update hsync-backend")
    }
    var queries: [PostgresConnection.Query] = []
    for step in steps where step.number > done {
      queries += step.statements.map { .init($0) }
      queries.append(.init("INSERT INTO schema_step(step, oldest) VALUES ($1, $2)", [.integer(step.number), .integer(step.oldest)]))
    }
    if !queries.isEmpty { try Citus.requireCoordinator(connection) }
    for query in queries { _ = try connection.run([query]) }
    // New tables are distributed as the others are.
    if !queries.isEmpty, try Citus.hasDistributed("owner", connection) {
      for statement in try TableDistribution.missing(connection) { try connection.run(statement) }
    }
    try connection.run("COMMIT")
  }

  /// `rec.seq` is a counter of the owner's own, not a sequence: a reader who has seen n has seen all below n, whatever else is being written. An
  /// owner's row is rewritten by each push, which is cheapest when its page has room.
  private static let tables = [
    "CREATE TABLE schema_step(step bigint PRIMARY KEY, oldest bigint NOT NULL)",
    """
    CREATE TABLE owner(
      id uuid PRIMARY KEY,
      name text COLLATE "C" NOT NULL,
      seq bigint NOT NULL DEFAULT 0,
      purged_seq bigint NOT NULL DEFAULT 0,
      now_ms bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      records bigint NOT NULL DEFAULT 0,
      epoch text COLLATE "C" NOT NULL,
      created_at_ms bigint NOT NULL
    ) WITH (fillfactor = 60)
    """,
    "CREATE TABLE user_name(name text COLLATE \"C\" PRIMARY KEY, owner uuid NOT NULL)",
    """
    CREATE TABLE token(
      sha256 bytea PRIMARY KEY,
      owner uuid NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_at_ms bigint,
      parent bytea,
      family bytea
    )
    """,
    "CREATE INDEX token_owner ON token(owner)",
    "CREATE INDEX token_parent ON token(parent) WHERE parent IS NOT NULL",
    "CREATE INDEX token_family ON token(family) WHERE family IS NOT NULL",
    """
    CREATE TABLE refresh_token(
      sha256 bytea PRIMARY KEY,
      owner uuid NOT NULL,
      token bytea NOT NULL,
      lifetime_ms bigint NOT NULL,
      created_at_ms bigint NOT NULL,
      family bytea NOT NULL,
      used_at_ms bigint
    )
    """,
    "CREATE INDEX refresh_token_owner ON refresh_token(owner)",
    "CREATE INDEX refresh_token_token ON refresh_token(token)",
    "CREATE INDEX refresh_token_family ON refresh_token(family)",
    """
    CREATE TABLE rec(
      owner uuid NOT NULL,
      kind text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      hlc bigint NOT NULL,
      dev text COLLATE "C" NOT NULL,
      body text,
      seq bigint NOT NULL,
      deleted_at_ms bigint,
      PRIMARY KEY(owner, kind, id),
      CHECK((body IS NULL) = (deleted_at_ms IS NOT NULL))
    )
    """,
    "CREATE INDEX rec_seq ON rec(owner, seq)",
    "CREATE INDEX rec_deleted ON rec(deleted_at_ms, owner) WHERE deleted_at_ms IS NOT NULL",
    """
    CREATE TABLE device(
      owner uuid NOT NULL,
      dev text COLLATE "C" NOT NULL,
      last bigint NOT NULL,
      sha256 bytea NOT NULL,
      answer bytea NOT NULL,
      seen_at_ms bigint NOT NULL,
      PRIMARY KEY(owner, dev)
    )
    """,
    """
    CREATE TABLE owner_epoch(
      owner uuid NOT NULL,
      epoch text COLLATE "C" NOT NULL,
      closed_at bigint NOT NULL,
      PRIMARY KEY(owner, epoch)
    )
    """,
    """
    CREATE TABLE event(
      owner uuid NOT NULL,
      dev text COLLATE "C" NOT NULL,
      file bigint NOT NULL,
      "offset" bigint NOT NULL,
      at_ms bigint NOT NULL,
      event text COLLATE "C" NOT NULL,
      body text NOT NULL,
      received_at_ms bigint NOT NULL,
      PRIMARY KEY(owner, dev, file, "offset")
    )
    """,
    "CREATE INDEX event_received ON event(received_at_ms, owner)",
    "CREATE TABLE epoch(incarnation text COLLATE \"C\" PRIMARY KEY, epoch text COLLATE \"C\" NOT NULL, opened_at_ms bigint NOT NULL)",
    "CREATE TABLE server(one bigint PRIMARY KEY CHECK(one = 1), seen_ms bigint NOT NULL)",
  ]

  /// `scope` as of `TokenScope.text`; `token.used_hour_ms` is the hour of the last use, NULL = never. A server of step 1 allows every token
  /// everything.
  private static let tokenScopes = [
    "ALTER TABLE token ADD COLUMN scope text COLLATE \"C\" NOT NULL DEFAULT 'all'",
    "ALTER TABLE token ADD COLUMN used_hour_ms bigint",
    "ALTER TABLE refresh_token ADD COLUMN scope text COLLATE \"C\" NOT NULL DEFAULT 'all'",
  ]

  /// For `audit` see `AuditRecord`, for `server.moved` `PostgresMoveMark`.
  private static let audit = [
    """
    CREATE TABLE audit(
      n bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      at_ms bigint NOT NULL,
      command text COLLATE "C" NOT NULL,
      "user" text COLLATE "C",
      os_user text COLLATE "C" NOT NULL
    )
    """,
    "CREATE INDEX audit_at ON audit(at_ms, n)",
    "ALTER TABLE server ADD COLUMN moved boolean NOT NULL DEFAULT false",
  ]
}
