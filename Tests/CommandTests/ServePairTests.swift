import Foundation
import HealthModel
import TestSupport
import Testing

@testable import FoodScan

/// How `hsync serve --pair` shows its link.
@Suite struct ServePairTests {
  private let person: Household

  init() throws { person = try Household() }

  /// Runs a test beside a server of the library.
  private func serving(_ body: (String) throws -> Void) throws {
    let (server, line) = try person.hsync.serve(["serve", "--port", "0"])
    defer {
      server.signal(SIGTERM)
      _ = server.wait()
    }
    try body(String(line.split(separator: " ").last ?? ""))
  }

  private func shown(_ environment: [String: String] = [:], columns: Int = 100, _ options: String...) throws -> [Substring] {
    let program = Program("hsync", home: person.home, environment: person.hsync.environment.merging(environment) { $1 })
    let out = try program.runOnTerminal(["serve", "--pair"] + options, typing: "", columns: columns).out
    return out.split(whereSeparator: \.isNewline)
  }

  /// What hsync's reader reads in lines of half blocks.
  private func reading(_ lines: [Substring], inkIsDark: Bool) throws -> [String] {
    let rows = lines.map { line in Array(line.filter { "█▀▄ ".contains($0) }) }
    let width = rows.map(\.count).max() ?? 0
    let scale = 4
    let picture = GrayImage(width: width * scale, height: rows.count * 2 * scale) { pixels in
      for y in 0..<rows.count * 2 * scale {
        for x in 0..<width * scale {
          let block = rows[y / scale / 2][x / scale]
          let isInk = block == "█" || block == (y / scale % 2 == 0 ? "▀" : "▄")
          pixels[y * width * scale + x] = isInk == inkIsDark ? 10 : 245
        }
      }
    }
    var scanner = try ZBarScanner([.qr])
    return scanner.symbols(in: picture, columnStep: 1, rowStep: 1).map(\.payload)
  }

  private func link(_ lines: [Substring]) throws -> String {
    String(try #require(lines.last?.split(separator: " ").last))
  }

  @Test func aTerminalShowsTheLinkAsAQRCode() throws {
    try serving { address in
      let lines = try shown()
      let link = try link(lines)
      #expect(link.hasPrefix("\(address)/pair?code="))
      #expect(lines.dropLast().allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
      #expect(try reading(lines.dropLast().map { $0.dropFirst("\u{1B}[30;107m".count) }, inkIsDark: true) == [link])
    }
  }

  @Test func withoutColorsItHasTheTerminalsOwn() throws {
    try serving { _ in
      let lines = try shown(["NO_COLOR": "1"])
      #expect(!lines.joined().contains("\u{1B}"))
      #expect(try reading(Array(lines.dropLast()), inkIsDark: false) == [try link(lines)])
    }
  }

  @Test func whereThereIsNoPlaceForItTheLinkIsAlone() throws {
    try serving { _ in
      for lines in [
        try shown(columns: 40), try shown(["TERM": "dumb"]), try shown(["LANG": "C"]), try shown(["LC_ALL": "POSIX"]),
        try shown([:], "--json"),
      ] {
        #expect(lines.count == 1 && lines[0].contains("/pair?code=") && !lines[0].contains("\u{1B}"), "\(lines)")
      }
      let piped = try person.hsync.run("serve", "--pair").out
      #expect(piped.split(separator: "\n").count == 1 && piped.hasPrefix("open within 10 minutes, once: http://127.0.0.1:"))
    }
  }

  @Test(arguments: [("exit 3", true), ("exit 0", false)]) func whereNoBrowserOpensTheLinkIsShown(script: String, isShown: Bool) throws {
    try FileManager.default.createDirectory(atPath: person.home.file("bin"), withIntermediateDirectories: true)
    try person.home.writeScript(script, to: "bin/xdg-open")
    let path = person.home.file("bin") + ":/usr/bin:/bin"
    let program = Program("hsync", home: person.home, environment: person.hsync.environment.merging(["PATH": path]) { $1 })
    try serving { _ in
      let outcome = try program.run("serve", "--open")
      #expect(outcome.status == 0 && outcome.out.contains("/pair?code=") == isShown)
      #expect(outcome.err.contains("no browser could be opened here") == isShown, "\(outcome.err)")
    }
  }
}
