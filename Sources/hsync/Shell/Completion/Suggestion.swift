import ArgumentParser
import HealthModel

/// A word that a shell offers when Tab is pressed.
struct Suggestion: Equatable {
  /// The word for the command line.
  let word: String
  /// The description, shown beside it by shells that support it.
  let meaning: String

  /// - Parameter meaning: Any text; what could break a line or steer the terminal becomes a blank.
  init(_ word: String, meaning: String) {
    self.word = word
    self.meaning = meaning.onOneLine
  }

  /// The line that the script of the shell reads; `nil` when that shell mustn't get it.
  ///
  /// Bash expands what it is offered as if it had been typed, `$(…)` too: it gets plain words alone, and no meanings.
  func line(for shell: CompletionShell?) -> String? {
    guard isPlain else { return nil }
    switch shell {
    case .zsh: return word.replacing(":", with: "\\:") + (meaning.isEmpty ? "" : ":" + meaning)
    case .fish: return word + (meaning.isEmpty ? "" : "\t" + meaning)
    default: return word
    }
  }

  /// Whether no shell could take the word for anything but itself.
  private var isPlain: Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x2F, 0x3A, 0x5F].contains(byte)
      }
  }
}
