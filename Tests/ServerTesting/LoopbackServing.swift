import Hummingbird
import Logging
import ServiceLifecycle

/// Serves an application on loopback while a test runs, and lets it end as a signal would.
///
/// - Parameters:
///   - make: Makes the application, which calls its argument with the port that it listens on.
///   - body: The test, called with that port.
/// - Throws: The error of the test, else that of the server.
package func serving<Application: ApplicationProtocol>(
  _ make: (_ onListening: @escaping @Sendable (Int) -> Void) async throws -> Application, _ body: @Sendable (Int) async throws -> Void
) async throws {
  let (ports, listening) = AsyncStream<Int>.makeStream()
  let application = try await make { listening.yield($0) }
  let services = ServiceGroup(services: [application], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      defer { listening.finish() }
      try await services.run()
    }
    var failure: (any Error)?
    if let port = await ports.first(where: { _ in true }) {
      do { try await body(port) } catch { failure = error }
      await services.triggerGracefulShutdown()
    }
    try await tasks.waitForAll()
    if let failure { throw failure }
  }
}
