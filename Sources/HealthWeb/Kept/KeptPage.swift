import Glibc
import HealthDesk
import HealthModel
import Hummingbird
import NIOCore

/// A page as bytes, sent to any number of requests of its session. Each gets ids of its own for the entries that its forms create: with the same
/// id, the second of two entries would count as a repetition of the first.
struct KeptPage: Sendable {
  private let body: ByteBuffer
  private let status: HTTPResponse.Status
  /// For each id of the page, the offsets at which it stands.
  private let ids: [[Int]]
  /// As of `MadePage`.
  let viewed: (@Sendable (Events) -> Event.Screen)?

  /// Bytes of the page.
  var bytes: Int { body.readableBytes }

  /// The characters of an id: a UUID.
  private static let idLength = 36

  init(_ made: MadePage) {
    let markup = made.page.html.markup
    body = ByteBuffer(string: markup)
    status = made.status
    viewed = made.viewed
    ids = KeptPage.ids(in: markup)
  }

  /// The page as an answer.
  ///
  /// - Parameter ms: Now, in milliseconds since 1970, for the ids.
  func response(atMs ms: Int64) -> Response {
    Response(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: body(atMs: ms)))
  }

  /// The page with new ids, as a text. For tests.
  func text(atMs ms: Int64) -> String { String(buffer: body(atMs: ms)) }

  private func body(atMs ms: Int64) -> ByteBuffer {
    if ids.isEmpty { return body }
    var body = body
    // A page may have a hundred forms, and each number from the system is a call of it. The ids must be distinct, not secret.
    var random = SplitMix64(seed: UInt64.random(in: .min ... .max))
    for offsets in ids {
      let id = RecordID.make(atMs: ms, using: &random)
      for offset in offsets { body.setString(id, at: offset) }
    }
    return body
  }

  /// Finds the ids of the forms for new entries, as `PageSession.entry` writes them. No text of a user can look like one: its quotes are escaped.
  private static func ids(in markup: String) -> [[Int]] {
    let (lead, end) = (PageSession.entryLead.markup, PageSession.entryEnd.markup)
    var places: [String: [Int]] = [:]
    markup.withCString { start in
      var next = start
      while let found = strstr(next, lead) {
        let id = UnsafePointer(found) + lead.utf8.count
        next = id
        guard strnlen(id, idLength) == idLength, strncmp(id + idLength, end, end.utf8.count) == 0 else { continue }
        places[String(decoding: UnsafeRawBufferPointer(start: id, count: idLength), as: UTF8.self), default: []].append(id - start)
      }
    }
    return Array(places.values)
  }
}
