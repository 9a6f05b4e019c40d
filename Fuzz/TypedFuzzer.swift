import HealthModel

/// The readers of typed numbers, amounts, days and times: what they take is bounded, and is the same when it is written again.
struct TypedFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let text = String(validating: input, as: UTF8.self) else { return false }
    let today = Day(number: 20_784)
    if let number = try? TypedNumber(text).value {
      precondition(number.magnitude < 1e9 + 1, "a number is too large")
      let written = TypedNumber.text(number)
      precondition(written.contains("e") || (try? TypedNumber(written).value) == number, "a number that is written again is another")
    }
    for unit in TypedUnit.allCases {
      if let value = try? TypedNumber(text, in: unit).value { precondition(value.isFinite, "an amount isn't a number") }
    }
    if let day = try? TypedDay(text) {
      let (past, future) = (day.day(from: today, .past), day.day(from: today, .future))
      precondition(
        past <= future && (try? TypedDay(past.description))?.day(from: today, .past) == past, "a day that is written again is another")
    }
    if let clock = try? TypedClock(text) { precondition((0...1439).contains(clock.minute) && (0...59).contains(clock.second)) }
    if let time = try? TypedTime(text), let offsetMin = time.offsetMin { precondition((-840...840).contains(offsetMin)) }
    return true
  }
}
