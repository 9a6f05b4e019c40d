import ArgumentParser

/// `hsync serve`: the day as pages for a browser.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the pages of the companion to a browser (runs hsync-web).",
    usage: """
      hsync serve [--port N] [--origin URL | --lan --insecure-http] [--pair] [--open] [--json] [--db FILE] [--profile NAME]
      hsync serve devices [list | revoke ID]
      hsync serve tokens [list | add NAME [--for THING] | revoke ID]
      hsync serve install | status | uninstall
      """,
    discussion: """
      --pair prints a link that pairs one browser; --open opens it here. devices lists the paired browsers, tokens the apps, \
      calendars and homes that may send or read one thing. hsync serve run --help explains all options.
      """,
    subcommands: [ServeRunCommand.self, ServeStatusCommand.self, ServeInstallCommand.self, ServeUninstallCommand.self],
    defaultSubcommand: ServeRunCommand.self)
}
