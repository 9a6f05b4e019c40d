import HealthModel

extension ImportError {
  /// The hint for files that aren't exports.
  static let knownExports: Hint = "Apple Health (zip or export.xml), Health Auto Export (JSON) and Health Connect (zip) are read"

  /// Text in another encoding than the exports have.
  static func notUTF8(_ label: String) -> ImportError {
    ImportError(.wrongEncoding, "\(label) is not UTF-8 but UTF-16", hint: "convert it: \(.importConverted)")
  }

  /// Runs code that throws only `ImportError` although the compiler can't infer it; any other error becomes
  /// `.unreadable`.
  static func typed<Result>(_ name: String, _ body: () throws -> Result) throws(ImportError) -> Result {
    do {
      return try body()
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.unreadable, "\(name) can't be read: \(error)")
    }
  }
}
