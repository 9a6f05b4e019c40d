import Foundation
import HealthModel
import TestSupport
import Testing

/// The pages on the local network: without TLS only when asked for, and with it by the recipe of the documentation.
@Suite struct ServeNetworkTests {
  private let person: Household

  init() throws { person = try Household() }

  @Test func withoutTLSItMustBeAskedFor() throws {
    let refused = try person.hsync.run("serve", "--lan", "--port", "0")
    #expect(refused.status == 64 && refused.err.contains("without TLS, anyone on the network could read the pages"))
    #expect(refused.err.contains("--origin https://HOST") && refused.err.contains("--lan --insecure-http"))
    #expect(try person.hsync.run("serve", "--insecure-http").status == 64)
    let both = try person.hsync.run("serve", "--lan", "--insecure-http", "--origin", "https://kitchen.example")
    #expect(both.status == 64 && both.err.contains("not both"))
  }

  @Test func itIsServedUnderTheAddressOfTheNetwork() throws {
    let (server, line) = try person.hsync.serve(["serve", "--lan", "--insecure-http", "--port", "0", "--json"])
    defer {
      server.signal(SIGTERM)
      _ = server.wait()
    }
    guard !line.isEmpty else {
      #expect(server.errSoFar.contains("has no IPv4 address on a network"))
      return
    }
    #expect(server.errSoFar.contains("anyone on the network can read the pages"))
    let url = try #require(try JSON(parsing: line)["url"].string)
    #expect(!url.contains("127.0.0.1"))
    #expect(try fetch(url).contains("401 ") && fetch(url, host: "evil.example").contains("421 "))
    let link = try JSON(parsing: person.hsync.run("serve", "--pair", "--json").out)["link"].string
    #expect(link?.hasPrefix(url + "/pair?code=") == true)
  }

  /// Debian's caddy with its own authority, as docs/companion.md describes it.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/caddy"))) func theRecipeServesOverTLS() throws {
    let ports = try freePorts(2)
    let environment = person.hsync.environment.merging(
      ["PATH": "\(Program.folder):/usr/bin:/bin", "HSYNC_PORT": "\(ports[0])", "XDG_DATA_HOME": person.home.file("data")]) { $1 }
    let recipe = Program("/bin/bash", home: person.home, environment: environment)
    let running = try recipe.start([ProjectFiles.path("docs/examples/serve-with-tls.sh"), "localhost", "\(ports[1])"])
    let authority = person.home.file("data/hsync/tls/pki/authorities/local/root.crt")
    let url = "https://localhost:\(ports[1])"
    var page = ""
    let isServed = comesTrue {
      page = (try? fetch(url, authority: authority)) ?? ""
      return page.hasPrefix("401 ")
    }
    #expect(isServed, "\(running.outSoFar) \(running.errSoFar) \(page)")
    #expect(page.contains("hsync serve --pair"))
    let link = try #require(running.outSoFar.firstMatch(of: /https:\S+\/pair\?code=[0-9a-f]+/)).0
    #expect(link.hasPrefix(url + "/pair?code="))
    let paired = try fetch(String(link), authority: authority, form: "code=\(link.suffix(32))&name=Phone")
    #expect(paired.hasPrefix("303 ") && paired.contains("__Host-hsync=") && paired.contains("Secure"), "\(paired)")
    let folder = try FileManager.default.attributesOfItem(atPath: person.home.file("data/hsync/tls"))[.posixPermissions]
    #expect(folder as? Int == 0o700)
    running.signal(SIGTERM)
    #expect(running.wait().status == 143)
    #expect(try fetch(url, authority: authority).isEmpty, "both programs have ended")
  }

  /// Asks for a page by Python, which knows TLS. Returns the status, the headers and the body; empty = no answer.
  private func fetch(_ url: String, host: String? = nil, authority: String? = nil, form: String? = nil) throws -> String {
    let script = """
      import ssl, sys, urllib.request, urllib.error
      class Stay(urllib.request.HTTPRedirectHandler):
          def redirect_request(self, *_): return None
      url, host, authority, form = sys.argv[1:]
      context = ssl.create_default_context(cafile=authority) if authority else None
      handlers = [Stay, urllib.request.ProxyHandler({})] + ([urllib.request.HTTPSHandler(context=context)] if context else [])
      request = urllib.request.Request(url.split('?')[0] if form else url, data=form.encode() if form else None)
      if host: request.add_header('Host', host)
      if form: request.add_header('Origin', '/'.join(url.split('/')[:3]))
      try: answer = urllib.request.build_opener(*handlers).open(request, timeout=20)
      except urllib.error.HTTPError as error: answer = error
      print(answer.status, answer.headers, answer.read().decode())
      """
    let python = Program("/usr/bin/python3", home: person.home)
    return try python.run("-c", script, url, host ?? "", authority ?? "", form ?? "").out
  }

  /// Ports that nothing listens on.
  private func freePorts(_ count: Int) throws -> [Int] {
    let script = """
      import socket, sys
      sockets = [socket.create_server(('127.0.0.1', 0)) for _ in range(int(sys.argv[1]))]
      print(*[s.getsockname()[1] for s in sockets])
      """
    return try Program("/usr/bin/python3", home: person.home).run("-c", script, "\(count)").out.split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
  }
}
