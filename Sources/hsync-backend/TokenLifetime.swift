import ArgumentParser

/// `--lifetime 30d`, of the commands that make a token.
struct TokenLifetime: ParsableArguments {
  @Option(
    name: .customLong("lifetime"),
    help: ArgumentHelp(
      "End the token after this time, and print a refresh token with it: days (30d), hours (12h) or minutes (90m).",
      discussion: "Default: it is valid until it is revoked.", valueName: "TIME"),
    transform: TokenLifetime.parse)
  var ms: Int64?

  /// The milliseconds of `30d`, `12h` or `90m`, up to ten years.
  private static func parse(_ text: String) throws -> Int64 {
    let units: [Character: Int64] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000]
    guard let unit = text.last.flatMap({ units[$0] }), text.utf8.first != UInt8(ascii: "+"), let count = Int64(text.dropLast()),
      (1...3650 * 86_400_000 / unit).contains(count)
    else { throw ValidationError("a lifetime is like 30d, 12h or 90m, up to 3650d") }
    return count * unit
  }
}
