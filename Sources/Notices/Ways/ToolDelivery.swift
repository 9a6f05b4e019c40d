import Dispatch
import Files
import HealthModel

/// Runs the programs that deliver, on a queue of its own: they block.
enum ToolDelivery {
  /// The time after which a program is ended.
  static let limit: Duration = .seconds(30)

  private static let queue = DispatchQueue(label: "hsync.notices.tools", attributes: .concurrent)

  /// Runs a program to its end.
  ///
  /// - Throws: `.unreachable` when it can't be started or fails, `.unknown` when it takes too long or a signal ends it.
  static func run(
    _ tool: Tool, _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:], limit: Duration = limit
  ) async throws(DeliveryFailure) {
    let result: Result<Tool.Outcome, ToolError> = await withCheckedContinuation { done in
      queue.async {
        do throws(ToolError) {
          let outcome = try tool.run(arguments, input: input, variables: variables, limit: limit, mostOutput: 4096)
          done.resume(returning: .success(outcome))
        } catch {
          done.resume(returning: .failure(error))
        }
      }
    }
    guard let outcome = try? result.get() else { throw DeliveryFailure(.unreachable, "\(tool.name) can't be started") }
    if outcome.wasStopped { throw DeliveryFailure(.unknown, "\(tool.name) took longer than \(limit.components.seconds) seconds") }
    guard outcome.status != 0 else { return }
    let detail = outcome.err.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    // A shell reports a command's signal as 128 + its number, too.
    guard (1..<128).contains(outcome.status) else { throw DeliveryFailure(.unknown, "\(tool.name) was ended by a signal\(detail)") }
    throw DeliveryFailure(.unreachable, "\(tool.name) failed with status \(outcome.status)\(detail)")
  }
}
