import Testing

@testable import WebPush

@Suite struct PushEndpointTests {
  @Test(arguments: [
    ("https://fcm.googleapis.com/fcm/send/abc:APA91b-_x", "https://fcm.googleapis.com"),
    ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "https://updates.push.services.mozilla.com"),
    ("https://web.push.apple.com/QGr", "https://web.push.apple.com"),
    ("https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2fx%3d", "https://wns2-par02p.notify.windows.com"),
    ("https://push.example.net:443/x", "https://push.example.net"), ("https://push.example.net:8443/x", "https://push.example.net:8443"),
    ("https://push.example.net/", "https://push.example.net"), ("https://xn--bcher-kva.example/p@th", "https://xn--bcher-kva.example"),
    ("https://8.8.8.8/x", "https://8.8.8.8"), ("https://[2606:4700::1111]:8443/x", "https://[2606:4700::1111]:8443"),
    ("https://[2001:4860:4860::8888]/x", "https://[2001:4860:4860::8888]"), ("https://[2001:200::1]/x", "https://[2001:200::1]"),
    ("https://172.32.0.1/x", "https://172.32.0.1"), ("https://100.128.0.1/x", "https://100.128.0.1"),
    ("https://local.example/x", "https://local.example"), ("https://1e100.net/x", "https://1e100.net"),
  ]) func addressesOfTheInternetAreTaken(url: String, origin: String) throws {
    let endpoint = try PushEndpoint(url)
    #expect(endpoint.url == url)
    #expect(endpoint.origin == origin)
    #expect("\(endpoint)" == origin)
  }

  @Test(arguments: [
    "", "https://", "https:///x", "https://push.example.net", "https://push.example.net?x", "http://push.example.net/x",
    "ftp://push.example.net/x", "file:///etc/passwd", "//push.example.net/x", "javascript:alert(1)", "https:push.example.net/x",
    "HTTPS://push.example.net/x", "https://Push.example.net/x", " https://push.example.net/x", "https://push.example.net/x ",
    "https://push.example.net/a b", "https://push.example.net/a\r\nX: y", "https://push.example.net/\0", "https://push.example.net/é",
    "https://user@push.example.net/x", "https://user:pw@push.example.net/x", "https://push.example.net#@evil.example/x",
    "https://push.example.net\\@evil.example/x", "https://push.example.net/x#fragment", "https://push.example.net:/x",
    "https://push.example.net:0/x", "https://push.example.net:65536/x", "https://push.example.net:+443/x",
    "https://push.example.net:0443/x", "https://push.example.net:99999999999999999999/x", "https://push.example.net:44x/x",
    "https://push..example.net/x", "https://.example.net/x", "https://push.example.net./x", "https://-push.example.net/x",
    "https://push-.example.net/x", "https://push_1.example.net/x", "https://push%2eexample.net/x", "https://bücher.example/x",
    "https://[2606:4700::1111/x", "https://2606:4700::1111/x", "https://[2606:4700::1111]x/x", "https://[fe80::1%25eth0]/x",
    "https://[]/x", "https://[v1.x]/x",
  ]) func whatIsNoHTTPSAddressIsRefused(url: String) {
    let error = #expect(throws: WebPushError.self) { try PushEndpoint(url) }
    #expect(error?.code == .badSubscription)
    #expect(error?.message == "the subscription's address isn't an https address")
  }

  /// The ends of each block and what a resolver would take for such an address.
  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[100::1]",
    "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[ff02::1]", "[2001::1]", "[2001:1ff::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[3fff::1]",
    "localhost", "printer", "a.localhost", "printer.local", "metadata.google.internal", "nas.home.arpa", "home.arpa",
  ]) func localAddressesAreRefused(host: String) {
    let error = #expect(throws: WebPushError.self) { try PushEndpoint("https://\(host)/secret") }
    #expect(error?.code == .badSubscription)
    #expect(error?.message == "the subscription's address leads to \(host), which isn't on the internet")
  }

  @Test(arguments: [
    "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "017700000001", "127.0.0.01", "127.0.0.1.", "1.2.3.4.5", "256.0.0.1", "a.1", "a.0x1",
  ]) func otherSpellingsOfIPv4AreNoAddresses(host: String) {
    #expect(throws: WebPushError.badSubscription("the subscription's address isn't an https address")) {
      try PushEndpoint("https://\(host)/x")
    }
  }

  @Test func longAddressesAreRefused() throws {
    let start = "https://push.example.net/"
    let longest = start + String(repeating: "a", count: PushEndpoint.mostBytes - start.utf8.count)
    #expect(try PushEndpoint(longest).url == longest)
    #expect(throws: WebPushError.badSubscription("the subscription's address is longer than 2048 bytes")) {
      try PushEndpoint(longest + "a")
    }
    let label = String(repeating: "a", count: 63)
    #expect(try PushEndpoint("https://\(label).example/").origin == "https://\(label).example")
    #expect(throws: WebPushError.self) { try PushEndpoint("https://a\(label).example/") }
    // 4 × 64 + 7 = 263 bytes; a name has at most 253.
    #expect(throws: WebPushError.self) { try PushEndpoint("https://\(label).\(label).\(label).\(label).example/") }
  }

  @Test func testsMayUseThisMachineAndNothingElseThatIsLocal() throws {
    for url in ["http://127.0.0.1:8080/x", "https://127.0.0.1:8443/x", "http://localhost/x", "http://[::1]:9/x"] {
      #expect(try PushEndpoint(url, allowsLoopback: true).url == url)
      #expect(throws: WebPushError.self, "\(url)") { try PushEndpoint(url) }
    }
    #expect(try PushEndpoint("http://127.0.0.1:80/x", allowsLoopback: true).origin == "http://127.0.0.1")
    for url in ["http://push.example.net/x", "http://8.8.8.8/x", "https://10.0.0.1/x", "http://192.168.1.1/x"] {
      #expect(throws: WebPushError.self, "\(url)") { try PushEndpoint(url, allowsLoopback: true) }
    }
  }
}
