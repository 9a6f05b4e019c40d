import ArgumentParser
import Foundation
import HealthModel
import Settings

/// `hsync config path`.
struct ConfigPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of config.toml: $HSYNC_CONFIG, else in $XDG_CONFIG_HOME/hsync.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let path = Paths().configuration
    guard json else { return Output.value(path) }
    Output.json(.object([("path", .string(path)), ("exists", .bool(FileManager.default.fileExists(atPath: path)))]))
  }
}
