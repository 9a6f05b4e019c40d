import ArgumentParser
import HealthModel

/// `hsync completions SHELL`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the script that completes hsync's command line in a shell.",
    discussion: """
      bash: source <(hsync completions bash) in ~/.bashrc.
      zsh: hsync completions zsh > FOLDER/_hsync, where FOLDER is one of $fpath, before compinit.
      fish: hsync completions fish > ~/.config/fish/completions/hsync.fish.
      make install and the Debian package do this for everybody on the machine.
      """)

  /// The shells that there are scripts for.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
    Output.line(HSync.completionScript(for: shell))
  }
}
