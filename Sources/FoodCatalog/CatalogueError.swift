import HealthModel

/// A catalogue that can't be made or read, with the reason.
package struct CatalogueError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    /// The dump isn't there.
    case notFound
    /// The dump can't be read.
    case unreadable
    /// The file isn't a dump of Open Food Facts.
    case notADump
    /// A packed dump is damaged or ends too early.
    case damagedDump
    /// There is no catalogue.
    case noCatalogue
    /// The catalogue can't be read: damaged, or made by another version.
    case unusable
    /// The catalogue can't be written.
    case notWritten
    /// Another program imports at the same time.
    case busy
  }

  /// The kind of the error.
  package let code: Code
  package let message: String
  package let hint: Hint?

  package var kind: ErrorKind {
    switch code {
    case .notFound: .noInput
    case .unreadable: .io
    case .notADump, .damagedDump, .unusable: .badData
    case .noCatalogue: .no
    case .notWritten: .cantCreate
    case .busy: .tryAgain
    }
  }

  /// An error with everything given.
  init(_ code: Code, _ message: String, hint: Hint? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// There is no catalogue to search or to update.
  package static let noCatalogue = CatalogueError(
    .noCatalogue, "there is no catalogue of foods", hint: "import a dump of Open Food Facts")

  /// The catalogue at `path` fails with `reason`.
  static func unusable(_ path: String, _ reason: String) -> CatalogueError {
    CatalogueError(.unusable, "the catalogue \(path) can't be used: \(reason)", hint: "import the dump again")
  }

  /// The catalogue at `path` can't be written, for `reason`.
  static func notWritten(_ path: String, _ reason: String) -> CatalogueError {
    CatalogueError(.notWritten, "the catalogue \(path) can't be written: \(reason)", hint: "nothing was changed; see the free space there")
  }
}
