import HealthModel
import Synchronization

/// Several sources in order. Each number is looked up once per run, also when it is asked for many times at once.
package struct ProductLookup: Sendable {
  private let sources: [any ProductSource]
  private let flights = Flights()

  /// Asks the sources in this order.
  package init(sources: [any ProductSource]) { self.sources = sources }

  /// The first source's product that has one; else the first trouble, for a source that couldn't be asked may have it; else `notFound`.
  ///
  /// - Throws: The first error of a source that was asked. A later call asks again.
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
    /// How many wait for it and weren't cancelled.
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

  /// Someone who waited was cancelled; when nobody is left the lookup is, too.
  func leave(_ gtin: GTIN) {
    flights.withLock { flights in
      flights[gtin]?.waiting -= 1
      if let flight = flights[gtin], flight.waiting <= 0 { flight.task.cancel() }
    }
  }

  /// The lookup failed; the next one starts anew.
  func forget(_ gtin: GTIN, _ task: Task<ProductAnswer, any Error>) {
    flights.withLock { if $0[gtin]?.task == task { $0[gtin] = nil } }
  }
}
