import Glibc
import HealthModel

/// A photo that could not be read, with the reason.
package struct ScanError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    case standardInputTwice, noSuchPhoto, notPermitted, isFolder, readFailed
    case empty, tooManyBytes, tooManyPixels
    case notAPhoto, unsupportedFormat, damaged
    case libraryUnavailable, cancelled
  }

  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// An error whose row in the table of exit codes follows from its code.
  package init(_ code: Code, _ message: String, hint: Hint? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    kind =
      switch code {
      case .standardInputTwice: .usage
      case .noSuchPhoto, .isFolder: .noInput
      case .notPermitted: .noPermission
      case .readFailed: .io
      case .empty, .tooManyBytes, .tooManyPixels, .notAPhoto, .unsupportedFormat, .damaged: .badData
      case .libraryUnavailable: .configuration
      case .cancelled: .interrupted
      }
  }
}

extension ScanError {
  /// The error for a file that can't be opened. `noun` is its kind: `photo`, `folder`; `code` is `errno`.
  static func opening(_ path: String, _ code: Int32, noun: String) -> ScanError {
    switch code {
    // Names are texts here, in which bytes that aren't UTF-8 are lost.
    case ENOENT where path.contains("\u{FFFD}"):
      ScanError(.noSuchPhoto, "\(path) can't be opened: its name isn't UTF-8", hint: "rename it, or for one photo: \(.scanNameless)")
    case ELOOP: ScanError(.noSuchPhoto, "\(path) is a link that points to itself", hint: "check where it leads: ls -l")
    case ENOENT, ENOTDIR, ENAMETOOLONG: ScanError(.noSuchPhoto, "no such \(noun): \(path)", hint: "check the path: ls -l")
    case EACCES, EPERM: ScanError(.notPermitted, "not allowed to read \(path)", hint: "check its permissions: ls -l")
    default: ScanError(.readFailed, "can't open \(path): \(String(cString: strerror(code)))")
    }
  }

  /// A picture that is cut off or broken, or no picture behind its first bytes. `detail` may be a library's own text.
  static func damaged(_ photo: PhotoSource, _ detail: String) -> ScanError {
    ScanError(
      .damaged, "\(photo.label) is damaged: \(detail.printable)", hint: "take the photo again, or copy it again from its source")
  }

  /// A picture of a format that is read, but of a kind that isn't. `kind` with its article: `a lossless JPEG picture`; it may have a library's words.
  static func unsupportedKind(_ photo: PhotoSource, _ kind: String) -> ScanError {
    ScanError(
      .unsupportedFormat, "not supported: \(photo.label) is \(kind.printable)",
      hint: "convert it first: convert \(photo.name.shellWord) photo.png")
  }

  /// The error for a missing library.
  ///
  /// - Parameters:
  ///   - failure: The message of the loader.
  ///   - package: The name of the Debian package that contains it.
  static func missing(_ failure: UnsafePointer<CChar>, package: String) -> ScanError {
    ScanError(.libraryUnavailable, String(cString: failure), hint: "sudo apt install \(package)")
  }

  /// A library isn't there that a picture of that format needs.
  static func missing(_ failure: UnsafePointer<CChar>, package: String, for photo: PhotoSource, _ format: String) -> ScanError {
    ScanError(
      .libraryUnavailable, "\(photo.label) is a \(format) picture, and \(String(cString: failure))",
      hint: "sudo apt install \(package), or convert the photo")
  }
}
