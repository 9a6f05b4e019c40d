import ArgumentParser
import Foundation
import HealthModel
import HealthStore

/// The command line for which a shell asks for completions.
struct CompletionRequest {
  /// The words so far, the program's name first, as they were typed: quotes and `~` are still there.
  let words: [String]

  /// The last value that was given to an option, `--name value` or `--name=value`, without quotes; `nil` when none was.
  func value(of option: String) -> String? {
    for (index, word) in words.enumerated().reversed() {
      if word == option, index + 1 < words.count { return CompletionRequest.unquoted(words[index + 1]) }
      if word.hasPrefix(option + "=") { return CompletionRequest.unquoted(String(word.dropFirst(option.count + 1))) }
    }
    return nil
  }

  /// The library selected by the command line, read-only. `nil` when there is none, or it can't be read at once:
  /// completion must be fast, and must not create, migrate or print anything.
  var library: Library? {
    let names = [("--db", value(of: "--db")), ("--profile", value(of: "--profile"))]
    let arguments = names.flatMap { option, value in value.map { [option, ($0 as NSString).expandingTildeInPath] } ?? [] }
    guard let file = try? LibraryOptions.parse(arguments).file else { return nil }
    return try? Library(reading: file, endsWithProcess: true)
  }

  private static func unquoted(_ word: String) -> String { word.filter { !["'", "\"", "\\"].contains($0) } }
}

extension CompletionKind {
  /// Words that are made when they are asked for.
  static func suggestions(_ make: @escaping @Sendable (CompletionRequest) -> [Suggestion]) -> CompletionKind {
    .custom { words, _, _ in make(CompletionRequest(words: words)).compactMap { $0.line(for: CompletionShell.requesting) } }
  }
}
