import HealthDesk
import HealthModel
import HealthStore

/// Days beside what the rings showed.
struct RingCheckWords {
  private let checks: [RingCheck]

  init(_ checks: [RingCheck]) { self.checks = checks }

  var lines: [String] {
    guard !checks.isEmpty else { return ["no rings are known for these days; only Apple's export has them"] }
    var columns = Columns([.left, .right, .right, .right, .left])
    columns.add(["", "active kcal", "the ring's", "", ""])
    for check in checks {
      columns.add([
        check.day.title, number(check.activeKcal), number(check.ringActiveKcal), difference(check),
        check.isClose == false ? "differs: hsync summary --explain \(check.day)" : "",
      ])
    }
    let compared = checks.compactMap(\.isClose)
    return columns.lines() + ["\(compared.count(where: \.self)) of \(Quantity.count(compared.count, "day")) close to the ring"]
  }

  private func difference(_ check: RingCheck) -> String {
    guard let part = check.activeDifference else { return "" }
    return (part < 0 ? "" : "+") + Quantity.fixed(part * 100, 1) + " %"
  }

  private func number(_ value: Double?) -> String { value.map { Quantity.grouped(Int(nearest: $0)) } ?? "–" }
}
