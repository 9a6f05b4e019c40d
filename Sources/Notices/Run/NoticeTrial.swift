/// Sends a notice at once, outside the plan, to see whether the ways work.
package enum NoticeTrial {
  /// The result of one way.
  package struct Result: Sendable, Hashable {
    /// The way's id.
    package let way: String
    /// The failure. `nil` = it was delivered.
    package let failure: DeliveryFailure?
  }

  /// Sends a message by all ways at once. Nothing is kept, no pause is minded, and nothing is tried again.
  ///
  /// - Returns: the result of each way, in the order of `ways`.
  package static func send(_ message: NoticeMessage, by ways: [any NoticeWay]) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (place, way) in ways.enumerated() {
        group.addTask {
          do throws(DeliveryFailure) {
            try await way.deliver(message)
            return (place, Result(way: way.id, failure: nil))
          } catch {
            return (place, Result(way: way.id, failure: error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
