import Files

/// The user's command for events of laundry pets, which gets each as a line of JSON on its standard input.
package struct LaundryHook: Sendable {
  private let command: String?

  /// A hook.
  ///
  /// - Parameter command: Run by `/bin/sh`, so that it may have arguments; `nil` or blank = none.
  package init(command: String?) { self.command = command.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

  /// Starts the command for an event. Best effort: it isn't waited for, its output is dropped, and its failure fails nothing.
  ///
  /// Blocks the thread while a shell starts, some milliseconds.
  package func run(_ event: LaundryEvent) {
    guard let command else { return }
    // The shell that is started here ends at once, so that none is left to be waited for; what runs in a shell's
    // background reads nothing unless it is told to.
    let script = "exec 3<&0; /bin/sh -c \"$0\" <&3 3<&- >/dev/null 2>&1 &"
    _ = try? Tool(path: "/bin/sh").run(["-c", script, command], input: Array((event.json.text + "\n").utf8), limit: .seconds(5))
  }
}
