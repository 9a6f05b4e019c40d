import Files
import Foundation
import HealthModel
import Settings

/// A line in the user's crontab, for systems without systemd.
struct CronJob {
  private let crontab: Tool
  /// The last run's output, and its status; `~/.local/state/hsync/schedule.log`.
  let log: String

  /// `nil` when cron isn't installed.
  init?(paths: Paths = Paths()) {
    guard let crontab = Tool("crontab", paths: paths) else { return nil }
    self.crontab = crontab
    log = paths.home("XDG_STATE_HOME", ".local/state") + "/hsync/schedule.log"
  }

  /// Installs hsync's line, replacing an earlier one.
  /// - Throws: kind `.usage` when cron can't express the interval.
  func install(_ run: ScheduledRun, _ mark: ScheduleMark) throws {
    guard let interval = EvenInterval(mark.every) else {
      let (shorter, longer) = EvenInterval.nearest(mark.every)
      throw CommandError(
        .usage, "cron can't run something every \(mark.every.words)", hint: "give --every \(shorter.text) or --every \(longer.text)")
    }
    let folder = (log as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError(.cantCreate, "the folder \(folder) can't be created", hint: "check its permissions and space")
    }
    // The log of an earlier schedule says nothing about this one.
    unlink(log)
    let offset = Int.random(in: 0..<interval.minutes)
    let before = try read()
    var table = before
    table.install(Crontab.lines(run, mark, interval, offset: offset, log: log))
    try write(table)
    guard try read().part != nil else {
      try? write(before)
      throw CommandError(.unavailable, "crontab rejected the schedule", hint: "see what it has with: crontab -l")
    }
  }

  /// Whether our line is there.
  /// - Throws: when the table can't be read.
  func isInstalled() throws -> Bool { try read().part != nil }

  /// Takes our line out, and the log away. All other lines stay, byte for byte.
  func remove() throws {
    var table = try read()
    if table.part != nil {
      table.remove()
      if table.bytes.isEmpty { try crontab.succeed(["-r"]) } else { try write(table) }
    }
    unlink(log)
    rmdir((log as NSString).deletingLastPathComponent)
  }

  /// `nil` = not installed.
  func state(nowMs: Int64) throws -> ScheduleState? {
    guard let part = try read().part, let mark = ScheduleMark(in: part) else { return nil }
    var state = ScheduleState(keeper: .cron, mark: mark, isActive: CronJob.isDaemonRunning, log: "cat \(log)")
    let fields = part.split(separator: "\n").dropFirst().first.map { $0.split(separator: " ").prefix(2).map(String.init) } ?? []
    if fields.count == 2 { state.nextRunMs = CronJob.next(fields[0], fields[1], after: LocalClock.moment(atMs: nowMs)) }
    guard let text = try? String(contentsOfFile: log, encoding: .utf8),
      let written = try? FileManager.default.attributesOfItem(atPath: log)[.modificationDate] as? Date
    else { return state }
    let last = text.split(separator: "\n").last ?? ""
    if last.hasPrefix("status ") {
      state.lastStatus = Int(last.dropFirst("status ".count))
      state.lastRunMs = Int64(written.timeIntervalSince1970 * 1000)
    }
    return state
  }

  /// The next time at which a line with these minutes and hours is due, in the local zone.
  static func next(_ minutes: String, _ hours: String, after now: Moment) -> Int64? {
    func list(_ field: String) -> Set<Int>? { field == "*" ? nil : Set(field.split(separator: ",").compactMap { Int($0) }) }
    let (minutes, hours) = (list(minutes), list(hours))
    let first = now.ms - now.ms % 60_000 + 60_000
    // A day and an hour: a local day may have 25 of them.
    return (0..<1500).lazy.map { first + Int64($0) * 60_000 }.first { ms in
      let minute = LocalClock.moment(atMs: ms).minuteOfDay
      return minutes?.contains(minute % 60) != false && hours?.contains(minute / 60) != false
    }
  }

  // MARK: Private

  /// The table; an absent one is empty.
  /// - Throws: kind `.unavailable` when it can't be read: then it must not be written either.
  private func read() throws -> Crontab {
    let outcome = try crontab.run(["-l"])
    if outcome.status == 0 { return Crontab(outcome.out) }
    let words = outcome.err.lowercased()
    if words.contains("no crontab") || words.contains("no such file") { return Crontab([]) }
    let reason = outcome.err.split(separator: "\n").first.map(String.init) ?? "status \(outcome.status)"
    throw CommandError(.unavailable, "the crontab can't be read: \(reason)", hint: "try: crontab -l")
  }

  private func write(_ table: Crontab) throws { try crontab.succeed(["-"], input: table.bytes) }

  /// Whether some cron is at work on this machine; `true` when that can't be seen.
  private static var isDaemonRunning: Bool {
    guard let processes = try? FileManager.default.contentsOfDirectory(atPath: "/proc"), processes.contains("self") else { return true }
    return processes.contains { process in
      guard process.first?.isNumber == true, let name = FileManager.default.contents(atPath: "/proc/\(process)/comm") else { return false }
      return ["cron", "crond", "fcron", "cronie", "dcron"].contains(String(decoding: name, as: UTF8.self).trimmed)
    }
  }
}
