import Files
import HealthModel
import Synchronization

/// The settings of a program that runs while they are changed, in the form that it uses: made again whenever `config.toml` has changed, by whomever.
///
/// What is wrong in the file by then doesn't count: the settings stay as they were, and `fault` says so.
@dynamicMemberLookup
package final class FollowedSettings<Value: Sendable>: Sendable {
  private struct Reading {
    var mark: FileMark?
    var value: Value
    var fault: (any UserFacingError)?
    /// The number of changes so far.
    var count = 0
  }

  /// Where the file is, and the environment over it.
  package let paths: Paths
  private let make: @Sendable (Configuration) throws -> Value
  private let last: Mutex<Reading>

  /// Reads the file for the first time.
  ///
  /// - Parameter make: Makes of the settings what the program uses.
  /// - Throws: kind `.configuration` when something in the file is wrong, and what `make` throws.
  package init(_ paths: Paths, make: @escaping @Sendable (Configuration) throws -> Value) throws {
    self.paths = paths
    self.make = make
    // Before the file is read: what is written between is read again.
    let mark = FileMark(paths.configuration)
    let (settings, fault) = Configuration.read(paths)
    if let fault { throw fault }
    last = Mutex(Reading(mark: mark, value: try make(settings)))
  }

  /// The settings as they are now.
  package var now: Value { look().value }

  /// A number that changes when the settings do.
  package var mark: Int { look().count }

  /// What is wrong in the file as it is now; `nil` = nothing.
  package var fault: (any UserFacingError)? { look().fault }

  /// A part of the settings as it is now.
  package subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part { look().value[keyPath: part] }

  private func look() -> (value: Value, fault: (any UserFacingError)?, count: Int) {
    last.withLock { last in
      let mark = FileMark(paths.configuration)
      if mark != last.mark {
        last.mark = mark
        let (settings, fault) = Configuration.read(paths)
        do {
          if let fault { throw fault }
          (last.value, last.fault) = (try make(settings), nil)
          last.count += 1
        } catch {
          last.fault = error as? any UserFacingError ?? fault
        }
      }
      return (last.value, last.fault, last.count)
    }
  }
}
