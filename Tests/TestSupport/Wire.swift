import Foundation

/// One connection's socket and what was read from it but not used yet: the server's side of it, and the client's.
struct Wire {
  let descriptor: Int32
  private var pending: [UInt8] = []
  /// The number of bytes of `pending` that are consumed.
  private var used = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// A connection to a server on this machine.
  init(connectingTo host: String, port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }
    guard isConnected else {
      close(descriptor)
      throw POSIXError(.ECONNREFUSED)
    }
  }

  // MARK: Reading

  /// `nil` when the client went away or didn't speak HTTP.
  mutating func readRequest() -> LoopbackServer.Request? {
    guard let (words, headers) = readHead(), words.count == 3 else { return nil }
    return LoopbackServer.Request(method: words[0], target: words[1], headers: headers, body: [])
  }

  /// `nil` when the client went away before the body was whole.
  mutating func readBody(of request: LoopbackServer.Request) -> [UInt8]? {
    if request.header("Transfer-Encoding")?.lowercased().contains("chunked") == true { return readChunks() }
    return read(Int(request.header("Content-Length") ?? "0") ?? 0)
  }

  /// A whole answer, of whatever length the server says or until it closes. `nil` when it broke off before.
  mutating func readAnswer(toHead isHead: Bool) -> FaultProxy.Answer? {
    while let (words, headers) = readHead() {
      guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
      if (100..<200).contains(status) { continue }
      func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
      let body: [UInt8]?
      if isHead || status == 204 || status == 304 {
        body = []
      } else if header("transfer-encoding")?.lowercased().contains("chunked") == true {
        body = readChunks()
      } else if let length = header("content-length").flatMap({ Int($0) }) {
        body = read(length)
      } else {
        while fill() {}
        body = Array(pending[used...])
      }
      // Of the connection to the backend, not of the one to the client.
      let ofTheWay: Set = ["connection", "keep-alive", "transfer-encoding", "content-length"]
      return body.map { body in
        FaultProxy.Answer(status: status, headers: headers.filter { !ofTheWay.contains($0.name.lowercased()) }, body: body)
      }
    }
    return nil
  }

  /// Returns when the other side has closed, or the server stops; `false` when so many milliseconds passed before.
  @discardableResult
  func waitForHangUp(ms: Int32 = -1) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)  // POLLRDHUP, which Glibc's module doesn't export
    while true {
      let count = poll(&watched, 1, ms)
      if count < 0, errno == EINTR { continue }
      return count != 0
    }
  }

  // MARK: Writing

  /// Whether the connection may be used again.
  mutating func perform(_ reply: LoopbackServer.Reply) -> Bool {
    switch reply {
    case .answer(_, let headers, _):
      let closes = headers.contains { $0.0.lowercased() == "connection" && $0.1.lowercased() == "close" }
      return write(bytes(of: reply)) && !closes
    case .raw, .closed, .torn:
      write(bytes(of: reply))
      return false
    case .byteByByte(let whole):
      for byte in bytes(of: whole) where !write([byte]) { return false }
      if case .answer = whole { return true }
      return false
    case .stalled:
      write(bytes(of: reply))
      waitForHangUp()
      return false
    case .dripping(let whole, let everyMs):
      for byte in bytes(of: whole) { if !write([byte]) || waitForHangUp(ms: everyMs) { return false } }
      return true
    case .endless(let start, let repeating):
      var isTaken = write(start)
      while isTaken { isTaken = write(repeating) }
      return false
    case .reset:
      write(bytes(of: reply))
      // Closing with a linger of no time is a reset.
      var none = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
      return false
    }
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private func bytes(of reply: LoopbackServer.Reply) -> [UInt8] {
    switch reply {
    case .answer(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Scripted\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      let given = Set(headers.map { $0.0.lowercased() })
      if given.isDisjoint(with: ["content-length", "transfer-encoding"]), status != 204, status != 304 {
        head += "Content-Length: \(body.count)\r\n"
      }
      return Array((head + "\r\n").utf8) + body
    case .raw(let bytes), .endless(let bytes, _): return bytes
    case .closed: return []
    case .torn(let whole, let count), .stalled(let whole, let count), .reset(let whole, let count):
      return Array(bytes(of: whole).prefix(count))
    case .byteByByte(let whole), .dripping(let whole, _): return bytes(of: whole)
    }
  }

  // MARK: -

  private mutating func readHead() -> (words: [String], headers: [(name: String, value: String)])? {
    var lines: [String] = []
    while let line = readLine() {
      if line.isEmpty, !lines.isEmpty {
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return (lines[0].split(separator: " ").map(String.init), headers)
      }
      if !line.isEmpty { lines.append(line) }
    }
    return nil
  }

  private mutating func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) {
      if size == 0 {
        while let trailer = readLine(), !trailer.isEmpty {}
        return body
      }
      guard let chunk = read(size), readLine() == "" else { return nil }
      body += chunk
    }
    return nil
  }

  private mutating func readLine() -> String? {
    var searched = used
    while true {
      if let end = pending[searched...].firstIndex(of: 0x0A) {
        let line = pending[used..<end]
        used = end + 1
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      let unread = pending.count - used
      guard fill() else { return nil }
      searched = used + unread
    }
  }

  private mutating func read(_ count: Int) -> [UInt8]? {
    while pending.count - used < count { guard fill() else { return nil } }
    defer { used += count }
    return Array(pending[used..<used + count])
  }

  private mutating func fill() -> Bool {
    if used > 0 {
      pending.removeFirst(used)
      used = 0
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      pending += chunk.prefix(count)
      return true
    }
  }
}

/// A socket that listens on an address of this machine, and its port; 0 asks for any free one.
func listenOnLoopback(_ host: String = "127.0.0.1", _ port: UInt16 = 0) throws -> (listener: Int32, port: UInt16) {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  guard listener >= 0 else { throw POSIXError(.EMFILE) }
  var one: Int32 = 1
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr(host)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isListening = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
    }
  }
  guard isListening else {
    close(listener)
    throw POSIXError(.EADDRNOTAVAIL)
  }
  return (listener, UInt16(bigEndian: address.sin_port))
}
