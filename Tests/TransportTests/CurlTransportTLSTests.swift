import Foundation
import TestSupport
import Testing
import Transport

/// A real TLS server, of the `openssl` program; skipped when that isn't installed.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"))) struct CurlTransportTLSTests {
  @Test func certificateThatNobodyVouchesForIsRefused() async throws {
    let folder = try TemporaryFolder()
    let (key, certificate) = (folder.file("key.pem"), folder.file("certificate.pem"))
    let making = try openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate, "-days",
      "1",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
    ])
    _ = await making.firstLine(after: "nothing that it says, so until it ends")
    let server = try openssl(["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
    // Not SIGTERM: a process started from a thread of the pool inherits that it is blocked.
    defer { kill(server.process.processIdentifier, SIGKILL) }
    let port = try #require(await server.firstLine(after: "ACCEPT 127.0.0.1:"))
    let transport = CurlTransport()
    for host in ["127.0.0.1", "localhost"] {
      let request = HTTPRequest(url: "https://\(host):\(port)/", headers: [("Authorization", "Bearer t0ken")])
      let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
      #expect(error?.code == .certificateIssuer)
      #expect(error?.isTransient == false)
      #expect(error?.kind == .unavailable)
      #expect(error?.message.hasPrefix("\(host):\(port) isn't to be trusted: ") == true, "\(error?.message ?? "")")
    }
  }

  private func openssl(_ arguments: [String]) throws -> OpenSSL {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardInput = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    return OpenSSL(process: process, output: pipe.fileHandleForReading)
  }
}

private struct OpenSSL {
  let process: Process
  let output: FileHandle

  /// Returns the rest of the first line that begins with `prefix`. `nil` if the output ends before. Waits on a thread of its own.
  func firstLine(after prefix: String) async -> String? {
    let descriptor = output.fileDescriptor
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
          if byte != 0x0A {
            line.append(byte)
            continue
          }
          let text = String(decoding: line, as: UTF8.self)
          if text.hasPrefix(prefix) { return continuation.resume(returning: String(text.dropFirst(prefix.count))) }
          line = []
        }
        continuation.resume(returning: nil)
      }
    }
  }
}
