import HealthModel
import Synchronization

/// Several sources in order. Each number is looked up once per run, also when it is asked for many times at once.
package struct ProductLookup: Sendable {
  private let sources: [any ProductSource]
  private let flights = Flights()

  /// Asks the sources in this order.
  package init(sources: [any ProductSource]) { self.sources = sources }

  /// Returns the product of the first source that has it; else the first failure, because that source may have it; else
  /// `notFound`.
  ///
  /// - Throws: The first error of a queried source. A later call queries it again.
  package func answer(for gtin: GTIN) async throws -> ProductAnswer {
    let flight = flights.join(gtin) { [sources] in try await ProductLookup.ask(sources, for: gtin) }
    return try await withTaskCancellationHandler {
      do { return try await flight.value } catch {
        flights.forget(gtin, flight)
        throw error
      }
    } onCancel: {
      flights.leave(gtin)
    }
  }

  /// Returns the product if one of the sources that are asked before any service has it; `nil` if a service has to be asked. Works on the calling
  /// thread, so that a command that needs no service needs no other thread.
  ///
  /// - Throws: The error of a queried source.
  package func localProduct(for gtin: GTIN) throws(ProductError) -> Product? {
    for source in sources {
      guard let source = source.local else { return nil }
      if case .found(let product) = try source.localAnswer(for: gtin) { return product }
    }
    return nil
  }

  /// Asks the service about many numbers at once, so that `answer(for:)` finds them remembered. A number that a source before the service has isn't
  /// asked about.
  ///
  /// - Throws: The error of a queried source.
  package func prepare(for gtins: [GTIN]) async throws(ProductError) {
    var open = gtins
    for source in sources {
      if let service = source as? any BatchProductSource { return try await service.prepare(for: open) }
      guard let source = source.local else { return }
      var missing: [GTIN] = []
      for gtin in open {
        if case .found = try source.localAnswer(for: gtin) { continue }
        missing.append(gtin)
      }
      open = missing
    }
  }

  private static func ask(_ sources: [any ProductSource], for gtin: GTIN) async throws -> ProductAnswer {
    var trouble: LookupTrouble?
    for source in sources {
      switch try await source.answer(for: gtin) {
      case .found(let product): return .found(product)
      case .notFound: continue
      case .unavailable(let reason): trouble = trouble ?? reason
      }
    }
    return trouble.map(ProductAnswer.unavailable) ?? .notFound
  }
}

/// The lookups of a run, under way and done.
private final class Flights: Sendable {
  private struct Flight {
    let task: Task<ProductAnswer, any Error>
    /// The number of callers that wait for it and weren't cancelled.
    var waiting: Int
  }

  private let flights = Mutex<[GTIN: Flight]>([:])

  /// The task that looks the number up, started if there is none. The one who joins is counted until it leaves.
  func join(_ gtin: GTIN, start: @escaping @Sendable () async throws -> ProductAnswer) -> Task<ProductAnswer, any Error> {
    flights.withLock { flights in
      if let flight = flights[gtin], !flight.task.isCancelled {
        flights[gtin]?.waiting += 1
        return flight.task
      }
      let task = Task(operation: start)
      flights[gtin] = Flight(task: task, waiting: 1)
      return task
    }
  }

  /// Handles the cancellation of a waiting caller; the last one cancels the lookup.
  func leave(_ gtin: GTIN) {
    flights.withLock { flights in
      flights[gtin]?.waiting -= 1
      if let flight = flights[gtin], flight.waiting <= 0 { flight.task.cancel() }
    }
  }

  /// Removes a failed lookup, so that the next call starts a new one.
  func forget(_ gtin: GTIN, _ task: Task<ProductAnswer, any Error>) {
    flights.withLock { if $0[gtin]?.task == task { $0[gtin] = nil } }
  }
}
