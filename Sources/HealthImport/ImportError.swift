import HealthModel

/// A health export that can't be read, with the reason.
package struct ImportError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: Sendable {
    /// No such file or folder.
    case notFound
    /// The system denies reading it.
    case unreadable
    /// It contains no supported health export.
    case notAnExport
    /// It ends before its end.
    case cutOff
    /// It is broken in the middle.
    case broken
    /// It is made to do harm, or looks like it: a zip bomb, entities in a DTD.
    case dangerous
    /// Not UTF-8.
    case wrongEncoding
    /// Temporary space can't be had.
    case noSpace
  }

  package let code: Code
  package let message: String
  package let hint: Hint?

  package init(_ code: Code, _ message: String, hint: Hint? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  package var kind: ErrorKind {
    switch code {
    case .notFound: .noInput
    case .unreadable: .noPermission
    case .notAnExport, .cutOff, .broken, .dangerous, .wrongEncoding: .badData
    case .noSpace: .io
    }
  }
}
