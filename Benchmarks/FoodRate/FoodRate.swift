import FoodCatalog
import Foundation
import HealthModel

/// `food-rate CATALOGUE KEYSTROKES`: looks numbers up and types names into a catalogue, in this process, and prints the times as JSON.
///
/// The names and numbers are those of its own foods, from standard input: a line of a number, a tab and a name each. Each name is typed key by key
/// until so many keys were pressed. The first fifth warms up and isn't counted.
@main
struct FoodRate {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let mostKeys = Int(CommandLine.arguments[2]) else { exit(64) }
    let catalogue = FoodCatalog(path: CommandLine.arguments[1])
    var foods: [(gtin: GTIN, name: String)] = []
    while let line = readLine() {
      let cells = line.split(separator: "\t", maxSplits: 1)
      if cells.count == 2, let gtin = GTIN(digits: cells[0]) { foods.append((gtin, String(cells[1]))) }
    }
    var lookUps: [Double] = []
    for (index, food) in (foods + foods).enumerated() {
      let (ns, found) = try timed { try catalogue.food(food.gtin) }
      if index >= foods.count { lookUps.append(ns / 1000) }
      if found == nil { exit(65) }
    }
    var keys: [Double] = []
    var slowest = (ms: 0.0, text: "")
    typing: for food in foods {
      for end in food.name.indices {
        let text = String(food.name[...end])
        let (ns, _) = try timed { try catalogue.search(text, limit: 10) }
        keys.append(ns / 1_000_000)
        if keys.count > mostKeys / 5, ns / 1_000_000 > slowest.ms { slowest = (ns / 1_000_000, text) }
        if keys.count >= mostKeys * 6 / 5 { break typing }
      }
    }
    keys.removeFirst(min(keys.count, mostKeys / 5))
    let result: [(String, JSON)] = [
      ("lookups", JSON(lookUps.count)), ("lookup_p50_us", JSON(at(0.5, lookUps))), ("lookup_p99_us", JSON(at(0.99, lookUps))),
      ("keys", JSON(keys.count)), ("key_p50_ms", JSON(at(0.5, keys))), ("key_p99_ms", JSON(at(0.99, keys))),
      ("key_max_ms", JSON(at(1, keys))),
      ("slowest", .string(slowest.text)),
    ]
    print(JSON.object(result).text)
  }

  private static func timed<T>(_ work: () throws -> T) rethrows -> (ns: Double, result: T) {
    let start = nowNs()
    let result = try work()
    return (Double(nowNs() - start), result)
  }

  private static func nowNs() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The value below which that share of them is.
  private static func at(_ share: Double, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
