import Glibc
import HealthModel
import Usage

/// The texts that `serve` prints on standard output.
struct ServeWords: Sendable {
  private let asJSON: Bool

  /// - Parameter asJSON: As one JSON object a line, for scripts.
  init(asJSON: Bool) { self.asJSON = asJSON }

  /// Prints the address once requests are accepted.
  func tell(url: String) {
    guard asJSON else { return StandardStreams.answer("hsync serves on \(url)") }
    StandardStreams.answer(JSON.object([("url", .string(url)), ("pid", JSON(getpid()))]))
  }

  /// Prints a link that pairs a browser.
  ///
  /// - Parameter endsAtMs: Until when, in milliseconds since 1970.
  func tell(link: String, endsAtMs: Int64) {
    guard asJSON else {
      if let picture = LinkPicture(of: link) { StandardStreams.write(picture.text, to: STDOUT_FILENO) }
      return StandardStreams.answer("open within 10 minutes, once: \(link)")
    }
    StandardStreams.answer(JSON.object([("link", .string(link)), ("expires_at_ms", JSON(endsAtMs))]))
  }
}
