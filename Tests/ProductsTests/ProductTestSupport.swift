import Foundation
import HealthModel
import Synchronization

@testable import Products

/// Files of the tests.
enum Files {
  /// Names in a folder, sorted.
  static func names(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
}

/// A memory that lasts as long as the test.
final class TestMemory: LookupMemory {
  private struct State {
    var answers: [GTIN: RememberedAnswer] = [:]
    var budget = RequestBudget()
    var isBroken = false
  }
  private let state = Mutex(State())

  /// Fails from now on, as a full disk does.
  func breakDown() { state.withLock { $0.isBroken = true } }

  var budget: RequestBudget { state.withLock { $0.budget } }
  var answers: [GTIN: RememberedAnswer] { state.withLock { $0.answers } }

  func answer(for gtin: GTIN) throws -> RememberedAnswer? { state.withLock { $0.answers[gtin] } }

  func remember(_ answer: RememberedAnswer, for gtin: GTIN) throws {
    try state.withLock { state in
      if state.isBroken { throw DiskFull() }
      state.answers[gtin] = answer
    }
  }

  func withBudget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws -> T {
    state.withLock { body(&$0.budget) }
  }
}

struct DiskFull: UserFacingError {
  let message = "the disk is full"
  let hint: Hint? = "make room"
  let kind = ErrorKind.io
}

extension GTIN {
  /// A number of a test. GS1's demo prefix is 952.
  static func test(_ number: Int64) -> GTIN { GTIN(number: number) ?? GTIN.fallback }
  private static let fallback = GTIN(upcE: "07838604").unsafelyUnwrapped
}
