import HealthDesk
import HealthModel
import HealthStore

/// The result of an import, as lines and as JSON.
struct ImportWords {
  let file: String
  let origin: HealthOrigin
  let outcome: ImportOutcome
  let isDryRun: Bool

  var lines: [String] {
    let name = file == "-" ? "standard input" : file
    var lines = ["\(name): \(origin.title), \(Quantity.count(outcome.records, "record"))"]
    lines.append(
      "  \(isDryRun ? "would add " : "")\(Quantity.grouped(outcome.added)) new, "
        + (outcome.changed > 0 ? "\(isDryRun ? "change " : "")\(Quantity.grouped(outcome.changed))\(isDryRun ? "" : " changed"), " : "")
        + Quantity.count(outcome.duplicate, "duplicate")
        + (outcome.workoutsAdded > 0 ? ", \(Quantity.count(outcome.workoutsAdded, "new workout"))" : ""))
    if let first = outcome.daysChanged.first, let last = outcome.daysChanged.last {
      lines.append("  \(Quantity.count(outcome.daysChanged.count, "day")) changed, \(first) to \(last), in the zone \(outcome.dayZone)")
    } else {
      lines.append("  no day changed")
    }
    if let notice = outcome.zoneNotice { lines.append("  \(notice): hsync config set health.zone Area/City") }
    for (reason, count) in outcome.skipped.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  skipped \(Quantity.grouped(count)): \(reason)")
    }
    for (remark, count) in outcome.remarks.sorted(by: { $0.key < $1.key }) { lines.append("  \(remark): \(Quantity.grouped(count))") }
    if let reason = outcome.endedEarly { lines.append("  only a part was kept: \(reason)") }
    return lines + vanished
  }

  var json: JSON {
    let file: [(String, JSON)] = [("file", .string(file)), ("origin", .string(origin.rawValue)), ("dry_run", .bool(isDryRun))]
    return .object(
      file + outcome.members + [
        ("vanished", .array(outcome.vanished.map(ImportWords.json))), ("removed", JSON(outcome.removed)),
        ("ended_early", JSON(outcome.endedEarly)),
      ])
  }

  /// The first few groups of what vanished; `--json` has them all.
  private var vanished: [String] {
    let total = outcome.vanished.reduce(0) { $0 + $1.count }
    guard total > 0 else { return [] }
    let verb = outcome.removed > 0 ? (isDryRun ? "would be removed" : "were removed") : "aren't in this export any more"
    let shown = outcome.vanished.prefix(5).map { "    \($0.utcDay)  \($0.type)  \($0.source)  \(Quantity.grouped($0.count))" }
    let rest = outcome.vanished.count - shown.count
    return ["  \(Quantity.count(total, "sample")) \(verb)"] + shown
      + (rest > 0 ? ["    and \(Quantity.count(rest, "more group"))"] : [])
      + (outcome.removed > 0 ? [] : ["  remove them too: hsync import --apply-deletions \(file)"])
  }

  private static func json(_ group: VanishedGroup) -> JSON {
    .object([
      ("type", .string(group.type)), ("source", .string(group.source)), ("utc_day", .string(group.utcDay.description)),
      ("count", JSON(group.count)),
    ])
  }
}
