import Foundation
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// A token that has ended: renewed once, kept before it is used, and never at the outbox's cost.
@Suite struct TokenRenewalTests {
  private let fixture: SyncFixture
  private let file: AccountFile

  init() throws {
    fixture = try SyncFixture()
    file = AccountFile(library: fixture.library.path)
    try fixture.add(["a", "b", "c"])
  }

  /// A backend that has ended the token, and takes `refresh-0` for a new one.
  private func ended(faults: @escaping ReferenceBackend.Faults = { _, _ in .none }) throws -> ReferenceBackend {
    let backend = try ReferenceBackend(faults: faults)
    backend.state.withLock { state in
      state.token = "another"
      state.refreshTokens = ["refresh-0"]
    }
    return backend
  }

  @Test func anEndedTokenIsRenewedOnceAndTheRequestRepeated() async throws {
    let backend = try ended()
    let report = try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .timer)
    #expect(report.failure == nil)
    #expect(report.pushed == 3)
    #expect(backend.requests.map(\.path) == ["/v1/sync/push", "/v1/token/refresh", "/v1/sync/push", "/v1/sync/changes"])
    #expect(backend.pushes[0].body == backend.pushes[1].body)
    #expect(backend.requests[1].header("Authorization") == nil)
    let kept = try #require(try file.read())
    #expect(kept.token == "token-1" && kept.refreshToken == "refresh-1" && kept.url == backend.url)
    let rights = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    #expect(try fixture.waiting() == "0|0|0")
    // A run that began to be set up before that renewal uses what is in the file by now.
    try fixture.add(["d"])
    #expect(try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .timer).pushed == 1)
    #expect(backend.state.withLock { $0.renewals } == 1)
  }

  @Test func aTokenThatEndsBetweenPushAndPullIsRenewedThere() async throws {
    let ends = Mutex(true)
    let backend = try ReferenceBackend { request, _ in
      request.path == "/v1/sync/changes"
        && ends.withLock { end in
          defer { end = false }
          return end
        } ? .refused(.text("{}", status: 401)) : .none
    }
    backend.state.withLock { $0.refreshTokens = ["refresh-0"] }
    let report = try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .person)
    #expect(report.failure == nil)
    let paths = ["/v1/sync/push", "/v1/sync/changes", "/v1/token/refresh", "/v1/sync/changes"]
    #expect(backend.requests.map(\.path) == paths)
  }

  /// The backend goes on refusing whatever token it gave.
  @Test func aNewTokenThatIsRefusedTooEndsTheRun() async throws {
    let backend = try ReferenceBackend { request, _ in
      request.path == "/v1/sync/push" ? .refused(.text("{}", status: 401)) : .none
    }
    backend.state.withLock { $0.refreshTokens = ["refresh-0"] }
    let report = try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .person)
    #expect(report.failure?.code == .auth)
    #expect(report.failure?.hint == "sign in again: \(.signIn)")
    #expect(backend.requests.map(\.path) == ["/v1/sync/push", "/v1/token/refresh", "/v1/sync/push"])
    #expect(try fixture.waiting() == "3|1|0")
  }

  @Test(arguments: [401, 403, 404])
  func aRefusedRefreshTokenStopsAndLosesNothing(status: Int) async throws {
    let backend = try ended { request, _ in
      request.path == "/v1/token/refresh" ? .refused(.text("{}", status: status)) : .none
    }
    let report = try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .timer)
    #expect(report.failure?.code == .auth)
    #expect(report.failure?.kind == .noPermission)
    #expect(backend.requests.count == 2)
    #expect(try fixture.waiting() == "3|1|0")
    #expect(try file.read() == nil)
    #expect(try fixture.text("SELECT error_code FROM sync_run") == "auth")
  }

  @Test func withoutARefreshTokenNothingIsAsked() async throws {
    let backend = try ended()
    #expect(try await fixture.engine(backend.url).run(reason: .timer).failure?.code == .auth)
    #expect(backend.requests.map(\.path) == ["/v1/sync/push"])
  }

  @Test func aForbiddenAccountIsNotRenewed() async throws {
    let backend = try ReferenceBackend { _, _ in .refused(.text("{}", status: 403)) }
    backend.state.withLock { $0.refreshTokens = ["refresh-0"] }
    #expect(try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .timer).failure?.code == .forbidden)
    #expect(backend.requests.map(\.path) == ["/v1/sync/push"])
  }

  /// The old refresh token is good until the new token was shown, so that a lost answer locks nobody out.
  @Test(arguments: [LoopbackServer.Reply.closed, .text("", status: 503), .text("<html>"), .text(#"{"token":"with blank"}"#)])
  func aLostAnswerIsAskedForAgain(reply: LoopbackServer.Reply) async throws {
    let lost = Mutex(true)
    let backend = try ended { request, _ in
      request.path == "/v1/token/refresh"
        && lost.withLock { lost in
          defer { lost = false }
          return lost
        } ? .answerLost(reply) : .none
    }
    let report = try await fixture.engine(backend.url, refreshToken: "refresh-0").run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 3)
    #expect(backend.state.withLock { $0.renewals } == 2)
    // libcurl itself asks again when a kept connection was closed without an answer.
    #expect([[], [500]].contains(fixture.clock.waits))
    #expect(try file.read()?.token == "token-2")
  }

  /// Signed out, or in to another backend, while the run was under way.
  @Test(arguments: [true, false])
  func aPersonIsNotOverruled(signsOut: Bool) async throws {
    let file = file
    let backend = try ended { request, _ in
      guard request.path == "/v1/token/refresh" else { return .none }
      if signsOut {
        _ = file.remove()
      } else {
        try? file.write(BackendAccount(url: "https://another.example", token: "theirs"))
      }
      return .none
    }
    try file.write(BackendAccount(url: backend.url, token: "secret-token", refreshToken: "refresh-0"))
    #expect(try await fixture.engine(backend.url).run(reason: .timer).pushed == 3)
    #expect(try file.read()?.token == (signsOut ? nil : "theirs"))
  }

  @Test func aFileThatCannotBeReplacedStaysAsItWas() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    let account = try BackendAccount(url: "https://x.example", token: "secret-token", refreshToken: "secret-refresh")
    #expect {
      try file.write(account)
    } throws: { error in
      let text = "\(error)"
      return (error as? SyncError)?.kind == .cantCreate && !text.contains("secret-")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).filter { $0.hasSuffix(".new") } == [])
  }

  @Test func accountsOfTheFirstHsyncAreRead() throws {
    try fixture.folder.write(Array(#"{"url":"https://x.example","dialect":"foodLog","token":"t"}"#.utf8), to: "hsync.db.account")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let account = try #require(try file.read())
    #expect(account.dialect == .foodLog && account.refreshToken == nil && !account.allowsInsecureHTTP)
    try file.write(account)
    #expect(try file.read() == account)
    #expect(file.remove())
    #expect(try file.read() == nil)
  }
}
