import Foundation
import HealthModel
import TestSupport
import Testing

/// `docs/go.md`: its commands, run at one time against one weather, print what the page shows; its table is that of the presets.
@Suite struct GoDocsTests {
  /// The time of a command by its place on the page: 50 s after the one before, from 2026-06-01 05:30 UTC on, 08:30 at the coast of Tel Aviv.
  private static func time(_ place: Int) -> String {
    let second = place * 50
    return "@2026-06-01 05:\(30 + second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
  }

  /// The weather by the clock at the coast, three hours ahead of UTC. The third day has high waves, the fourth rain.
  @Sendable static func weather(_ ms: Int64) -> FakeForecast.Hour {
    var hour = FakeForecast.Hour()
    let local = ms + 3 * 3_600_000
    let (day, clock) = (Int((local - 1_780_272_000_000) / 86_400_000), Int(local / 3_600_000 % 24))
    let warmth = [21, 21, 20, 20, 20, 21, 22, 23, 25, 26, 27, 28, 29, 29, 29, 29, 28, 27, 26, 25, 24, 23, 22, 22]
    let sun: [Double] = [0, 0, 0, 0, 0, 0, 0.4, 1, 2.5, 4.5, 6.5, 8, 9, 8.5, 7, 5, 3, 1.5, 0.5, 0, 0, 0, 0, 0]
    hour.feels = Double(warmth[clock])
    hour.uv = sun[clock]
    hour.waves = day == 2 ? 1.2 : clock < 11 ? 0.3 : clock < 18 ? 0.65 : 0.5
    hour.gusts = clock < 11 ? 18 : clock < 18 ? 37.8 : 25.2
    hour.aqi = clock == 8 || clock == 9 ? 62 : 35
    if day == 3 { (hour.rainProbability, hour.rain) = (85, 1.5) }
    return hour
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")))
  func thePagePrintsWhatTheProgramDoes() throws {
    let person = try Household()
    let service = try FakeForecast(from: 1_780_272_000_000, hour: Self.weather)
    try person.configure(service.settings)
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/go.md")), as: UTF8.self)
    var shown: [(command: String, lines: [String])] = []
    for (place, block) in page.components(separatedBy: "```").enumerated() where place % 2 == 1 {
      for line in block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
        if line.hasPrefix("$ hsync") {
          shown.append((String(line.dropFirst(8)), []))
        } else if !shown.isEmpty, !line.isEmpty {
          shown[shown.count - 1].lines.append(String(line))
        }
      }
    }
    #expect(shown.count >= 6)
    let shell = Program(
      "/bin/sh", home: person.home,
      environment: person.hsync.environment.merging(["FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_COLOR": "1"]) { $1 })
    for (place, (command, lines)) in shown.enumerated() {
      let outcome = try shell.run("-c", "exec faketime -f '\(Self.time(place))' '\(Program.folder)/hsync' \(command)")
      #expect(outcome.lines == lines, "hsync \(command)\n\(outcome.out)\(outcome.err)")
    }
  }
}
