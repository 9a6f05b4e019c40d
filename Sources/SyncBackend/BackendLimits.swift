/// How much the backend takes and gives at once.
package struct BackendLimits: Sendable, Equatable {
  /// Bytes of a request's body, counted as sent and again when unpacked.
  package var maxBodyBytes = 8 << 20
  /// Records in one push.
  package var maxRecords = 5000
  /// Records of a page of changes when the request doesn't say.
  package var pageRecords = 1000
  /// Records of a page at most, whatever the request says.
  package var maxPageRecords = 5000
  /// Bytes at which a page of changes ends, and above which a push's answer leaves out the winners' data.
  package var maxAnswerBytes = 8 << 20
  /// Characters of a record's id. The longest of ours, a chunk of samples, has under 120.
  package var maxIDLength = 200
  /// Levels of arrays and objects in a record. Readers that stop at 512 must be able to read it inside of an answer.
  package var maxDepth = 64
  /// Bytes of a request with events, counted as sent and again when unpacked.
  package var maxEventsBytes = 1 << 20
  /// Bytes of one event; a longer one is left out.
  package var maxEventBytes = 4096
  /// How far, in milliseconds, a record's version may lie ahead of the server's clock before it is given a new one.
  package var maxSkewMs: Int64 = 5 * 60_000
  /// Milliseconds that a request may take to arrive whole, counted from its header.
  package var requestDeadlineMs: Int64 = 120_000
  /// Milliseconds that a connection may stay without a request, or a header may take to arrive.
  package var idleTimeoutMs: Int64 = 60_000
  /// Connections at the same time; more wait in the listen queue.
  package var maxConnections = 1000
  /// Bytes of all header fields of a request.
  package var maxHeaderBytes = 32 << 10
  /// Milliseconds for which a deletion is remembered: 400 days.
  package var tombstonesMs: Int64 = 400 * 86_400_000

  /// Milliseconds for which an event is kept: 400 days.
  package var eventsMs: Int64 = 400 * 86_400_000

  /// The usual limits.
  package init() {}
}
