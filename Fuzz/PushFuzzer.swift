import HealthModel

@testable import SyncBackend

/// The server's readers of a push: what the quick one takes, the thorough one takes, too, and finds the same in it. Cursors of a pull, and places of events.
struct PushFuzzer: Fuzzer {
  private let limits = BackendLimits()

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    let bytes = Array(input)
    if let text = String(validating: bytes, as: UTF8.self) { _ = (ChangesCursor(text), EventPlace(text)) }
    let thorough = try? PushRequest(unusual: bytes, limits: limits)
    if let quick = PushScanner.request(bytes, limits: limits) {
      precondition(thorough == quick, "the two readers disagree")
    }
    return thorough != nil
  }
}
