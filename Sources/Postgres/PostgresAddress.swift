import CPostgres
import Glibc

/// The address of a database with the way to sign in: a connection URI (PostgreSQL's manual, 34.1.1). It is never printed, as it may contain a password.
package struct PostgresAddress: Sendable, Equatable {
  /// The URI.
  let text: String
  /// Options that hold unless the URI has its own.
  let defaults: [String: String]

  /// A reason why a text isn't an address, or can't be used.
  package enum Problem: Error, Sendable, Equatable {
    /// libpq isn't there; with its loader's words.
    case noLibrary(String)
    /// It isn't a connection URI.
    case notAnAddress
  }

  /// Certificates of authorities, where Debian has them.
  private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

  /// Reads a URI that begins with `postgres://` or `postgresql://`.
  ///
  /// Off a Unix socket, the server's certificate is checked (`sslmode=verify-full`) unless the URI says otherwise.
  package init(_ text: String) throws(Problem) {
    if let problem = hs_postgres_open() { throw .noLibrary(String(cString: problem)) }
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"), PostgresAddress.isValid(text) else { throw .notAnAddress }
    self.text = text
    var defaults = ["target_session_attrs": "read-write", "tcp_user_timeout": "15000"]
    let host = PostgresAddress.option("host", of: text)
    let isSocket = host.map { $0.isEmpty || $0.split(separator: ",").allSatisfy { $0.hasPrefix("/") } } ?? true
    if !isSocket {
      defaults["sslmode"] = "verify-full"
      if access(PostgresAddress.authorities, R_OK) == 0 { defaults["sslrootcert"] = PostgresAddress.authorities }
    }
    self.defaults = defaults.filter { PostgresAddress.option($0.key, of: text) == nil }
  }

  /// Whether the URI itself has a password.
  package var hasPassword: Bool { PostgresAddress.option("password", of: text) != nil }

  /// A keyword of libpq and its value.
  typealias Parameter = (keyword: String, value: String)

  /// The parameters to connect with, for each host of the address in turn.
  var parametersOfHosts: [[Parameter]] {
    let all: [Parameter] =
      [("dbname", text), ("client_encoding", "UTF8"), ("fallback_application_name", "hsync-backend")]
      + defaults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let hosts = PostgresAddress.list("host", of: text)
    let ports = PostgresAddress.list("port", of: text)
    let addresses = PostgresAddress.list("hostaddr", of: text)
    // An empty value wouldn't replace the list, so libpq has to read lists with one; and it knows what to say of lists that don't fit each other.
    guard hosts.count > 1, !(hosts + ports + addresses).contains(""), [0, 1, hosts.count].contains(ports.count),
      [0, hosts.count].contains(addresses.count)
    else { return [all] }
    return hosts.indices.map { n in
      var own: [Parameter] = [("host", hosts[n])]
      if ports.count > 1 { own.append(("port", ports[n])) }
      if !addresses.isEmpty { own.append(("hostaddr", addresses[n])) }
      return all + own
    }
  }

  private static func list(_ keyword: String, of text: String) -> [String] {
    option(keyword, of: text).map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
  }

  private static func isValid(_ text: String) -> Bool {
    var isValid = false
    free(hs_connection_option(text, "dbname", &isValid))
    return isValid
  }

  private static func option(_ keyword: String, of text: String) -> String? {
    var isValid = false
    guard let value = hs_connection_option(text, keyword, &isValid) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
