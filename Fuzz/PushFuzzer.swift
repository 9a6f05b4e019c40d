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
      precondition(thorough.map(PushFuzzer.text) == PushFuzzer.text(quick), "the two readers disagree")
    }
    return thorough != nil
  }

  /// A push as text, to compare.
  private static func text(_ push: PushRequest) -> String {
    let records = push.records.map { record in
      switch record {
      case .success(let record):
        "\(record.kind) \(record.id) \(record.version) \(record.body.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
      case .failure(let refused): "\(refused.kind) \(refused.id) \(refused.rejection)"
      }
    }
    return "\(push.device) \(push.number) \(records.joined(separator: "\n"))"
  }
}
