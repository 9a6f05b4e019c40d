import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Writes one answer to its connection. An answer of a single part is sent at once, header included.
final class AnswerWriter: ResponseBodyWriter {
  private let channel: AnswerChannel
  private let length: Int?
  /// What hasn't been sent: the header, and a part that is the whole body.
  private var unsent: [HTTPResponsePart]
  /// Whether the connection has got anything of it.
  private(set) var hasBegun = false
  /// Whether the answer is complete.
  private(set) var isFinished = false

  /// A writer of an answer.
  ///
  /// - Parameter length: the bytes of its body; `nil` = it isn't known yet.
  init(_ head: HTTPResponse, length: Int?, to channel: AnswerChannel) {
    self.channel = channel
    self.length = length
    unsent = [.head(head)]
  }

  /// Returns when there is room for more. Throws when the connection has ended.
  func write(_ buffer: ByteBuffer) async throws {
    let isWhole = !hasBegun && unsent.count == 1 && buffer.readableBytes == length
    unsent.append(.body(buffer))
    if isWhole { return }
    hasBegun = true
    let parts = unsent
    unsent = []
    try await channel.send(parts)
  }

  func finish(_ trailingHeaders: HTTPFields?) {
    (hasBegun, isFinished) = (true, true)
    channel.finish(unsent + [.end(trailingHeaders)])
    unsent = []
  }
}
