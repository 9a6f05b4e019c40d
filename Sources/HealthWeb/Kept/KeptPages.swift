import HealthDesk
import HealthModel
import Hummingbird
import Synchronization

/// Answers requests for a page from memory for as long as nothing that the page shows has changed, and makes it once for all that ask at the same
/// time.
///
/// Every request looks at everything that its page shows, as of `KeptRoute`, after it has arrived. So no answer is older than its request.
final class KeptPages: Sendable {
  private struct Making {
    let number: Int
    let basis: KeptBasis
    let page: Task<KeptPage, any Error>
  }

  private struct State {
    var shelf = PageShelf()
    var making: [PageShelf.Address: Making] = [:]
    var lastNumber = 0
  }

  private enum Found {
    case kept(KeptPage)
    case making(Task<KeptPage, any Error>)
  }

  private let ground: KeptGround
  private let events: PageEvents
  private let state = Mutex(State())

  init(_ ground: KeptGround, events: PageEvents) { (self.ground, self.events) = (ground, events) }

  /// The pages that were made. For tests.
  var madeCount: Int { state.withLock { $0.lastNumber } }

  /// Answers a request for a page.
  ///
  /// - Parameters:
  ///   - context: Of a route behind `OnlyVisitors`.
  ///   - make: Makes the page. Everything that the page shows, besides the session and the address, is read within it; the result is shared with
  ///     other requests of the session.
  /// - Throws: What `make` throws.
  func answer(
    _ route: KeptRoute, _ request: Request, _ context: WebContext, make: @escaping @Sendable () async throws -> MadePage
  ) async throws -> Response {
    let page = try await page(route, request, context, make)
    if request.isOpening, let viewed = page.viewed { events.viewed(viewed) }
    return page.response(atMs: ground.clock.nowMs)
  }

  private func page(
    _ route: KeptRoute, _ request: Request, _ context: WebContext, _ make: @escaping @Sendable () async throws -> MadePage
  ) async throws -> KeptPage {
    // The outcome of a form is shown once. Without a commit number, reading the library fails as well, and says why.
    let isOutcome = request.uri.queryParameters[Substring(Notices.field)] != nil
    guard !isOutcome, let commits = try context.requireVisitor().commits else { return KeptPage(try await make()) }
    let address = PageShelf.Address(session: try context.requireSession(), target: request.uri.string)
    return try await page(route, at: address, commits: commits, make: make)
  }

  /// Returns the page at an address, which is made if it isn't kept.
  ///
  /// - Parameter commits: The library's commit number after the request came.
  func page(
    _ route: KeptRoute, at address: PageShelf.Address, commits: Int64, make: @escaping @Sendable () async throws -> MadePage
  ) async throws -> KeptPage {
    let basis = try await ground.basis(of: route, commits: commits)
    let found = state.withLock { state -> Found in
      if let page = state.shelf.page(at: address, basis) { return .kept(page) }
      if let making = state.making[address], making.basis == basis { return .making(making.page) }
      state.lastNumber += 1
      let number = state.lastNumber
      // It isn't cancelled with the request: others may wait for it.
      let page = Task { try await self.made(route, address, basis, number, make) }
      state.making[address] = Making(number: number, basis: basis, page: page)
      return .making(page)
    }
    switch found {
    case .kept(let page): return page
    case .making(let page): return try await page.value
    }
  }

  /// Makes a page, and keeps it if nothing changed meanwhile.
  private func made(
    _ route: KeptRoute, _ address: PageShelf.Address, _ basis: KeptBasis, _ number: Int, _ make: @Sendable () async throws -> MadePage
  ) async throws -> KeptPage {
    defer { state.withLock { if $0.making[address]?.number == number { $0.making[address] = nil } } }
    let made = try await make()
    let page = KeptPage(made)
    guard made.isLasting, let commits = try? await ground.library.commitNumber(),
      let now = try? await ground.basis(of: route, commits: commits), now == basis
    else { return page }
    state.withLock { $0.shelf.put(page, at: address, basis) }
    return page
  }
}
