import ArgumentParser
import HealthModel

/// `hsync completions SHELL`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a shell completion script for hsync.",
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
    Output.verbatim(CompletionsCommand.script(for: shell))
  }

  /// The parser's script. Bash's takes every word that is offered for a file, so that `hsync exp` beside a folder `export` would become
  /// `hsync export/`; here only files are taken for such.
  static func script(for shell: CompletionShell) -> String {
    let script = HSync.completionScript(for: shell)
    guard shell == .bash else { return script }
    let function = "__hsync_add_completions() {\n"
    let files = "    [[ \"${1}\" != -[fd] ]] || compopt -o filenames 2>/dev/null\n"
    return script.replacing("complete -o filenames -F ", with: "complete -F ").replacing(function, with: function + files)
  }
}
