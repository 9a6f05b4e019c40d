import Charts
import HealthModel

/// The destination of a chart: a file, or standard output.
struct ChartFile {
  /// A format of pictures, by the ending of its files.
  enum Format: String { case svg, png }

  let format: Format
  private let path: String

  /// `-`, or a path with the format's ending, so that a slip replaces no other file. `nil` for others.
  init?(_ path: String, _ format: Format) {
    guard path == "-" || path.lowercased().hasSuffix("." + format.rawValue) else { return nil }
    (self.path, self.format) = (path, format)
  }

  /// Writes the chart, and says so unless it goes to standard output.
  ///
  /// - Throws: kind `.cantCreate`, `.noPermission`, `.io`, or `.unavailable` without what draws PNG.
  func write(_ chart: some Chart) throws {
    if path == "-", format == .svg {
      // The last line's end is written by `document`.
      return Output.document(String(chart.svg(.standalone).dropLast()))
    }
    if path == "-", Terminal.isTerminal(1) {
      throw CommandError(.usage, "a picture isn't written to a terminal", hint: "name a file: --png chart.png")
    }
    let bytes = try bytes(of: chart)
    if path == "-" { return Output.bytes(bytes[...]) }
    // Ctrl-C ends the command before or after, not in the middle.
    try withExtendedLifetime(Interrupt()) { try ReplacedFile().write(bytes, to: path) }
    Output.line("drawn: \(path)")
  }

  private func bytes(of chart: some Chart) throws -> [UInt8] {
    guard format == .png else { return Array(chart.svg(.standalone).utf8) }
    do {
      return try chart.png()
    } catch .noRenderer(let problem) {
      throw CommandError(.unavailable, "\(problem), which draws PNG", hint: "apt-get install librsvg2-2; or draw SVG: --svg FILE")
    } catch .notDrawn(let problem) {
      throw CommandError(.software, problem, hint: "draw SVG instead: --svg FILE")
    }
  }
}
