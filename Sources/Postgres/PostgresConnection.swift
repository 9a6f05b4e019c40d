import CPostgres
import Glibc

/// A connection to PostgreSQL that runs prepared statements in pipelines: several statements in one round trip. One thread at a time uses it.
///
/// Each wait has a deadline. A connection that broke stays broken.
package final class PostgresConnection {
  /// A statement with its parameters.
  package struct Query {
    fileprivate let sql: String
    fileprivate let values: [PostgresValue]

    /// A statement of text that doesn't change, as it is prepared once a connection.
    package init(_ sql: String, _ values: [PostgresValue] = []) {
      self.sql = sql
      self.values = values
    }
  }

  /// A text that a user of the pool keeps with the connection.
  package var note: String?
  /// Whether something may last of what was sent since this was set to false: a `COMMIT`, or a statement outside of a transaction.
  var mayHaveLasted = false
  /// The time at which it was made, milliseconds of the monotonic clock.
  let openedAtMs = MonotonicTime.nowMs
  private let connection: OpaquePointer
  /// The names of the statements that are prepared.
  private var prepared: [String: String] = [:]
  /// The number of the next name: one whose preparation failed isn't used again.
  private var nextName = 0
  /// Milliseconds that an exchange may take.
  private let exchangeMs: Int64

  /// Connects and signs in.
  ///
  /// - Parameters:
  ///   - connectMs: milliseconds that this may take; several hosts share them.
  ///   - exchangeMs: milliseconds that a pipeline may take until all of its answers are there.
  package init(_ address: PostgresAddress, connectMs: Int64 = 5000, exchangeMs: Int64 = 30_000) throws(PostgresError) {
    self.exchangeMs = exchangeMs
    connection = try PostgresConnection.connect(to: address, connectMs: connectMs)
  }

  deinit { hs_finish(connection) }

  /// Whether a transaction is open, or its state is unknown.
  package var isInTransaction: Bool { hs_transactionStatus(connection) != HS_TRANSACTION_IDLE }

  /// Whether it is known to have ended while nobody used it, as when the server was stopped or an operator cut it.
  var isDead: Bool {
    // First what the server had to say is read, then the end. Else there is nothing to read, or a notice.
    for _ in 0..<8 {
      var entry = pollfd(fd: hs_socket(connection), events: Int16(POLLIN), revents: 0)
      guard entry.fd >= 0, hs_isConnected(connection) else { return true }
      guard poll(&entry, 1, 0) > 0 else { return false }
      guard hs_consumeInput(connection) == 1 else { return true }
    }
    return false
  }

  /// Runs one statement.
  @discardableResult
  package func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
    try run([Query(sql, values)])[0]
  }

  /// Runs statements one after the other in one round trip, and returns the rows of each. The first that fails ends it; outside of a transaction
  /// nothing of the others is left then.
  package func run(_ queries: [Query]) throws(PostgresError) -> [PostgresRows] {
    let deadline = MonotonicTime.nowMs + exchangeMs
    let isInside = isInTransaction || queries.first?.sql == "BEGIN"
    if !isInside || queries.contains(where: { $0.sql == "COMMIT" }) { mayHaveLasted = true }
    var steps: [(query: Int, isPreparing: Bool)] = []
    var names = prepared
    for (index, query) in queries.enumerated() {
      let name = names[query.sql] ?? "s\(nextName)"
      if names.updateValue(name, forKey: query.sql) == nil {
        nextName += 1
        guard hs_sendPrepare(connection, name, query.sql) == 1 else { throw lost() }
        steps.append((index, true))
      }
      try send(query, name: name)
      steps.append((index, false))
    }
    guard hs_pipelineSync(connection) == 1 else { throw lost() }
    var failure: PostgresError?
    var rows: [PostgresRows] = []
    for step in steps {
      guard let result = try nextResult(deadline) else { throw lost() }
      let isDone: Bool
      switch hs_resultStatus(result) {
      case Int32(HS_RESULT_COMMAND_OK), Int32(HS_RESULT_TUPLES_OK): isDone = true
      case Int32(HS_RESULT_PIPELINE_ABORTED): isDone = false
      default:
        isDone = false
        if failure == nil { failure = PostgresConnection.failure(of: result) }
      }
      if isDone, !step.isPreparing {
        rows.append(PostgresRows(result))
      } else {
        hs_clear(result)
        if isDone { prepared[queries[step.query].sql] = names[queries[step.query].sql] }
      }
      // The end of a statement's results.
      if let more = try nextResult(deadline) { hs_clear(more) }
    }
    guard let end = try nextResult(deadline) else { throw lost() }
    let isSynced = hs_resultStatus(end) == Int32(HS_RESULT_PIPELINE_SYNC)
    hs_clear(end)
    if let failure { throw failure }
    guard isSynced, rows.count == queries.count else { throw lost() }
    return rows
  }

  // MARK: -

  private func send(_ query: Query, name: String) throws(PostgresError) {
    let parameters = PostgresParameters(query.values)
    let isSent = parameters.bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = parameters.places.map { place in place.flatMap { start?.advanced(by: $0) } }
      return hs_sendQueryPrepared(connection, name, Int32(values.count), values, parameters.lengths, parameters.formats, 1)
    }
    guard isSent == 1 else { throw lost() }
  }

  private func nextResult(_ deadline: Int64) throws(PostgresError) -> OpaquePointer? {
    while true {
      let unsent = hs_flush(connection)
      guard unsent >= 0 else { throw lost() }
      guard hs_isBusy(connection) == 1 else { return hs_getResult(connection) }
      try PostgresConnection.wait(for: hs_socket(connection), POLLIN | (unsent > 0 ? POLLOUT : 0), deadline)
      guard hs_consumeInput(connection) == 1 else { throw lost() }
    }
  }

  private func lost() -> PostgresError { .lost(PostgresConnection.message(of: connection)) }

  /// Milliseconds that each of several hosts has at least.
  private static let leastMs: Int64 = 2000

  /// Tries one host after the other: libpq leaves the time to its caller, so it would wait for a host that doesn't answer and never try the next.
  private static func connect(to address: PostgresAddress, connectMs: Int64) throws(PostgresError) -> OpaquePointer {
    let hosts = address.parametersOfHosts
    let shareMs = hosts.count == 1 ? connectMs : max(connectMs / Int64(hosts.count), leastMs)
    var failures: [PostgresError] = []
    for parameters in hosts {
      do { return try connect(parameters, deadline: MonotonicTime.nowMs + shareMs) } catch { failures.append(error) }
    }
    throw failures.count == 1 ? failures[0] : PostgresError(ofHosts: failures)
  }

  private static func connect(_ parameters: [PostgresAddress.Parameter], deadline: Int64) throws(PostgresError) -> OpaquePointer {
    let started = withCStrings(parameters.map(\.keyword)) { keywords in
      withCStrings(parameters.map(\.value)) { values in hs_connectStartParams(keywords, values) }
    }
    guard let started else { throw PostgresError("53200", "there is no memory for a connection") }
    do throws(PostgresError) {
      try finishConnecting(started, deadline: deadline)
      guard hs_begin_pipelines(started) else { throw PostgresError.lost("libpq can't work in pipelines") }
    } catch {
      hs_finish(started)
      throw error
    }
    return started
  }

  private static func finishConnecting(_ connection: OpaquePointer, deadline: Int64) throws(PostgresError) {
    var wanted = Int32(HS_POLLING_WRITING)
    while true {
      guard hs_isConnected(connection), wanted != HS_POLLING_FAILED else { throw refusal(of: connection) }
      if wanted == HS_POLLING_OK { return }
      try wait(for: hs_socket(connection), wanted == HS_POLLING_READING ? POLLIN : POLLOUT, deadline)
      wanted = hs_connectPoll(connection)
    }
  }

  private static func refusal(of connection: OpaquePointer) -> PostgresError {
    PostgresError(
      refusal: String(cString: hs_errorMessage(connection)).replacing("\t", with: ""), needsPassword: hs_needsPassword(connection))
  }

  private static func wait(for socket: Int32, _ events: Int32, _ deadline: Int64) throws(PostgresError) {
    guard socket >= 0 else { throw .lost("the connection to PostgreSQL broke") }
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    let status = poll(&entry, 1, Int32(clamping: max(deadline - MonotonicTime.nowMs, 0)))
    if status == 0 { throw .late }
    if status < 0, errno != EINTR { throw .lost(String(cString: strerror(errno))) }
  }

  private static func message(of connection: OpaquePointer) -> String { line(of: hs_errorMessage(connection)) }

  /// Words of the library or the server in one line.
  private static func line(of words: UnsafePointer<CChar>) -> String {
    String(cString: words).replacing("\t", with: "").split(separator: "\n").joined(separator: " ")
  }

  private static func failure(of result: OpaquePointer) -> PostgresError {
    guard let state = hs_resultErrorField(result, Int32(UInt8(ascii: "C"))).map({ String(cString: $0) }) else {
      return .lost("the connection to PostgreSQL broke")
    }
    // The message of an error in data may quote a value.
    let message = hs_resultErrorField(result, Int32(UInt8(ascii: "M"))).map { line(of: $0) } ?? ""
    return PostgresError(state, state.hasPrefix("22") || state.hasPrefix("23") ? "" : message)
  }
}

/// The clock since the machine's start, without the time in which it slept.
enum MonotonicTime {
  /// Milliseconds.
  static var nowMs: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// Calls `body` with a list of C texts that ends with NULL.
private func withCStrings<T>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T) -> T {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  let list = copies.map { UnsafePointer<CChar>($0) } + [nil]
  return list.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("a list with an end isn't empty") }
    return body(start)
  }
}
