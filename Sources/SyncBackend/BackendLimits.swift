/// The largest amounts that the backend accepts and returns at once.
package struct BackendLimits: Sendable, Equatable {
  // MARK: Bodies

  /// Bytes of a request's body, counted as sent and again when unpacked.
  package var maxBodyBytes = 8 << 20
  /// Records in one push.
  package var maxRecords = 5000
  /// Maximum code points of a record's id, counted like SQLite's length(). The longest id of hsync, for a chunk of
  /// samples, has under 120.
  package var maxIDLength = 200
  /// Levels of arrays and objects in a record. Readers that stop at 512 must be able to read it inside of an answer.
  package var maxDepth = 64
  /// Values in a record that has to be read as a tree, nested ones included. A day of samples, one a second, has some 350,000.
  package var maxValues = 500_000
  /// Bytes of a request with events, counted as sent and again when unpacked.
  package var maxEventsBytes = 1 << 20
  /// Bytes of one event; a longer one is left out.
  package var maxEventBytes = 4096
  /// Lines of a request with events.
  package var maxEvents = 10_000
  /// The most milliseconds that a record's version may lie ahead of the server's clock before it is given a new one.
  package var maxSkewMs: Int64 = 5 * 60_000

  // MARK: Answers

  /// The default number of records in a page of changes.
  package var pageRecords = 1000
  /// The maximum number of records in a page, whatever the request specifies.
  package var maxPageRecords = 5000
  /// Bytes at which a page of changes ends.
  package var maxAnswerBytes = 8 << 20
  /// The most rows scanned for a page of changes, those of other kinds included; the page then ends with the records
  /// found.
  package var maxScannedRows = 50_000
  /// Bytes above which a push's answer leaves out the winners' data. Each device's last answer is kept.
  package var maxPushAnswerBytes = 256 << 10

  // MARK: Memory

  /// Bytes of bodies and pages in work at once over all requests; the next ones wait. One user gets half of it.
  package var workingBytes = 64 << 20
  /// The maximum bytes of request bodies being received and of pages not yet sent, over all requests; further ones are
  /// rejected. One user gets a quarter of it.
  package var heldBytes = 128 << 20
  /// The maximum number of queued requests of one user; further ones are rejected.
  package var maxWaitingRequests = 64

  // MARK: Connections

  /// Milliseconds from a connection's start, or a request's first byte, to the end of the request's header.
  package var headDeadlineMs: Int64 = 10_000
  /// Milliseconds that a request may take to arrive whole, counted from its header.
  package var requestDeadlineMs: Int64 = 120_000
  /// Milliseconds for which a client may leave an answer unread without taking anything of it.
  package var answerDeadlineMs: Int64 = 30_000
  /// Milliseconds that a connection may stay without a request.
  package var idleTimeoutMs: Int64 = 60_000
  /// Milliseconds that requests under way have to end when the server stops.
  package var stopDeadlineMs: Int64 = 10_000
  /// Connections at the same time, as far as there are descriptors (`fitDescriptors`). When all are taken, the one that has waited longest without a
  /// request makes room. An idle one takes some 12 KB (`Benchmarks/run connections`), all of them 240 MB.
  package var maxConnections = 20_000
  /// Connections of one address at the same time, of addresses of this machine excepted: a proxy speaks for many.
  package var maxConnectionsPerAddress = 100
  /// Bytes of headers that aren't complete yet, over all connections: those of 1,000 of the largest headers. A connection whose part of one exceeds it is
  /// closed.
  package var heldHeaderBytes = 32 << 20
  /// Bytes of all header fields of a request.
  package var maxHeaderBytes = 32 << 10
  /// Bytes of a body's framing (sizes and extensions of chunks) above eight times its content.
  package var maxFramingBytes = 64 << 10

  // MARK: Users

  /// Requests a second that a user may make for long, and ten seconds' worth at once. An address gets four times as many. 0 = any number.
  package var requestsPerSecond = 300
  /// Bytes that one user's records, events and answers may take.
  package var maxUserBytes: Int64 = 4 << 30
  /// Records that one user may have, remembered deletions included.
  package var maxUserRecords: Int64 = 10_000_000
  /// Devices of one user. A new one replaces the one that was away longest, if that was for `deviceMemoryMs`.
  package var maxDevices = 100
  /// Milliseconds after which a device may be forgotten: 90 days. It then reads everything once and goes on.
  package var deviceMemoryMs: Int64 = 90 * 86_400_000
  /// Pairs of tokens that may be given for one refresh token before one of them is used.
  package var maxUnusedPairs = 8
  /// Milliseconds for which a used refresh token is only rejected, because a delayed request may still use it; after
  /// that it is treated as stolen.
  package var refreshGraceMs: Int64 = 2 * 60_000
  /// Milliseconds for which a deletion is remembered: 400 days.
  package var tombstonesMs: Int64 = 400 * 86_400_000
  /// Milliseconds for which an event is kept: 400 days.
  package var eventsMs: Int64 = 400 * 86_400_000

  /// The usual limits.
  package init() {}
}
