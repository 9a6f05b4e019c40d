import Foundation
import HealthModel
import TestSupport
import Testing

/// A folder that photos come into, and a person who watches it.
struct Camera {
  let folder: TemporaryFolder
  let person: Household

  /// - Parameter environment: added to that of the person, who has the samples' products and no network.
  init(_ environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    person = try Household(["HSYNC_PRODUCTS": ProjectFiles.path("samples/products.tsv")].merging(environment) { $1 })
  }

  /// A photo of the samples, taken by a camera whose clock is in UTC. Photos of different minutes have different bytes.
  static func photo(_ name: String, minutesAgo: Int) throws -> [UInt8] {
    var when = time_t(time(nil) - minutesAgo * 60)
    var utc = tm()
    gmtime_r(&when, &utc)
    var text = [CChar](repeating: 0, count: 20)
    strftime(&text, 20, "%Y:%m:%d %H:%M:%S", &utc)
    var photo = Data(try ProjectFiles.bytes(ProjectFiles.path("samples/photos/" + name)))
    let made = Data("2026:02:10 ".utf8)
    while let range = photo.range(of: made) {
      photo.replaceSubrange(range.lowerBound..<range.lowerBound + 19, with: text.prefix(19).map { UInt8(bitPattern: $0) })
    }
    return Array(photo)
  }

  /// Writes a file and closes it. It looks as if that were a minute ago, so that no listing lets it rest.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = try folder.write(bytes, to: name)
    let then = timeval(tv_sec: time(nil) - 60, tv_usec: 0)
    utimes(path, [then, then])
    return path
  }

  /// `hsync watch --json` with more options, to its end.
  func watch(_ options: String...) throws -> Program.Outcome {
    try person.hsync.run(["watch", folder.path, "--json"] + options)
  }

  /// Returns the photos of a run with `--once`, each as name and outcome.
  func once(_ options: String...) throws -> [String] {
    let outcome = try person.hsync.run(["watch", folder.path, "--json", "--once"] + options)
    return try Camera.words(outcome.out)
  }

  /// `a.jpg logged` for each object.
  static func words(_ out: String) throws -> [String] {
    try out.split(separator: "\n").map { line in
      let photo = try JSON(parsing: String(line))
      return "\(photo["photo"].string?.split(separator: "/").last ?? "") \(photo["watch"]["outcome"].string ?? "")"
    }
  }

  /// Starts one that stays, and waits until it hears.
  func start(_ options: String...) throws -> Program.Running {
    let watch = try person.hsync.start(["watch", folder.path, "--json"] + options)
    #expect(comesTrue { watch.errSoFar.contains("watching ") }, "\(watch.errSoFar)")
    return watch
  }

  /// Whether a photo was scanned and what it shows is to be logged: that is noted before the look-up.
  var isSomethingWanted: Bool {
    let events = FileManager.default.contents(atPath: person.home.file(".local/state/hsync/events.jsonl"))
    return events?.range(of: Data("food_log_submit".utf8)) != nil
  }

  /// Names of the meals that are logged, in the order in which they were eaten.
  func meals() throws -> [String] { try person.sqlite("SELECT name FROM meal ORDER BY eaten_at_ms, name").lines }
}
