import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings
import Transport

extension BackendAccount.Dialect: ExpressibleByArgument {
  /// `hsync`, `food-log`, …
  public init?(argument: String) { self.init(rawValue: argument) }

  /// The names on the command line.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }

  /// The names alone.
  public static var allValueDescriptions: [String: String] { [:] }
}

/// `hsync login`: which backend this library goes to.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a backend.",
    discussion: """
      The token is asked for on a terminal, or read from standard input with --token-stdin; it is stored in a file of mode 0600 beside \
      the library. It may come with a refresh token, as one line of JSON: {"token": …, "refresh_token": …}; hsync then renews it when it \
      expires. The backend is contacted first: if none answers at the address, nothing is stored. A library belongs to one backend at a \
      time. Before the first sync, the address can simply be changed; later, --fresh sends everything to another backend, and --merge \
      first pulls what that backend has.
      """)

  @Option(help: "The backend's address, https://…; plain http only to this machine (default: the backend that the library belongs to).")
  var url: String?

  @Flag(help: "Read the token from standard input.")
  var tokenStdin = false

  @Option(
    help: """
      The backend's protocol: hsync, in both directions; food-log, only POST /food/log; mobile, the phone app's API; webhook, one address \
      that accepts JSON; postgrest, tables behind PostgREST, as at Supabase. See docs/backends.md.
      """)
  var dialect: BackendAccount.Dialect?

  @Option(help: "Supabase's publishable (anon) key, which postgrest needs in addition to the token. It isn't secret.")
  var apiKey: String?

  @Flag(help: "Print the SQL that creates the tables for --dialect postgrest, and exit.")
  var printSql = false

  @Flag(help: "Allow plain http to another machine; anyone on the network can then read the meals and the token.")
  var insecureHttp = false

  @Flag(help: "Sign in even if the backend can't be reached or doesn't answer like one.")
  var unchecked = false

  @Flag(help: "Switch to this backend and send it everything.")
  var fresh = false

  @Flag(help: "Switch to this backend: pull what it has, then send it everything.")
  var merge = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if fresh, merge { throw ValidationError("Give --fresh or --merge, not both.") }
  }

  func run() async throws {
    if printSql { return Output.verbatim(PostgREST.script) }
    let configuration = Configuration.atStart
    let library = try library.open()
    if url == nil, try SyncEngine.status(of: library).url == nil { throw LoginCommand.noBackend }
    guard let tokens = BackendTokens(try readToken()) else {
      throw CommandError(.usage, "the line of JSON contains no token", hint: #"{"token": "…", "refresh_token": "…"}"#)
    }
    var login = BackendLogin(tokens: tokens)
    login.url = url
    login.dialect = dialect
    login.apiKey = apiKey
    login.allowsInsecureHTTP = insecureHttp || configuration.allowsInsecureHTTP
    login.manner = fresh ? .fresh : merge ? .merge : .first
    login.isChecked = !unchecked
    let (account, outcome) = try await login.run(on: library, transport: CurlTransport())
    switch outcome {
    case .accepted: Output.line("signed in to \(account.url)")
    case .unchecked(let why, let hint):
      Output.line("signed in to \(account.url), unchecked")
      Output.notice("hsync: " + [why, hint?.words(\.command)].compactMap(\.self).joined(separator: "; "))
    }
    let losses = account.dialect.losses
    if !losses.isEmpty {
      Output.notice("hsync: limits of \(account.dialect.rawValue) (docs/backends.md):")
      losses.forEach { Output.notice("  \($0)") }
    }
  }

  private static let noBackend = CommandError(.usage, "no backend is configured", hint: "hsync login --url https://…")

  private func readToken() throws -> String {
    if tokenStdin {
      guard let line = readLine(), !line.trimmed.isEmpty else {
        throw CommandError(
          .usage, "no token on standard input", hint: "hsync-backend user add NAME | hsync login --url URL --token-stdin")
      }
      return line.trimmed
    }
    guard Terminal.canAsk else {
      throw CommandError(.usage, "there is no terminal to ask for the token", hint: "give it on standard input: --token-stdin < FILE")
    }
    guard let token = Terminal.askSecret("Token: "), !token.isEmpty else { throw CommandError(.no, "no token was given") }
    return token
  }
}
