import HealthModel
import WeekPlan

/// Our own reader of JSON, which is asked for answers of backends and of Open Food Facts, accounts and what a phone exported, and what reads plans with it.
struct JSONFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let json = try? JSON(parsing: Array(input)) else { return false }
    // Written text means the same when it is read again, and is written the same way.
    let text = json.text
    let again = try? JSON(parsing: text)
    precondition(again != nil && again?.text == text, "\(text.debugDescription)")
    _ = try? PhoneDocument(parsing: Array(input))
    guard let week = ISOWeek("2026-W07") else { return true }
    _ = try? PlanScript(parsing: Array(input), week: week, today: week.monday)
    return true
  }
}
