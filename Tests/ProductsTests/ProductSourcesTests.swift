import HealthModel
import Products
import TestSupport
import Testing
import Transport

/// The sources of a run, put together, over real files and a server on loopback.
@Suite struct ProductSourcesTests {
  private let gtin = GTIN.test(9_520_000_000_004)
  private let other = GTIN.test(9_520_000_000_011)
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer { request in
      let code = request.path.split(separator: "/").last ?? ""
      return .text(#"{"code":"\#(code)","status":1,"product":{"product_name":"Theirs"}}"#)
    }
  }

  private func lookup(productFile: String?, isOffline: Bool = false) throws -> ProductLookup {
    let sources = ProductSources(
      productFile: productFile, openFoodFactsURL: server.baseURL, userAgent: "hsync/1.0 (test@example.org)", language: nil,
      isOffline: isOffline)
    return try sources.lookup(memory: TestMemory(), transport: CurlTransport(), now: { 1_800_000_000_000 })
  }

  private func name(_ answer: ProductAnswer) -> String? { if case .found(let product) = answer { product.name } else { nil } }

  @Test func theProductFileIsAskedFirst() async throws {
    let file = try folder.write(Array("code\tname\n9520000000004\tOurs\n".utf8), to: "foods.tsv")
    let lookup = try lookup(productFile: file)
    #expect(name(try await lookup.answer(for: gtin)) == "Ours")
    #expect(server.requests.isEmpty)
    #expect(name(try await lookup.answer(for: other)) == "Theirs")
    #expect(server.requests.count == 1)
  }

  @Test func withoutAProductFileThereIsOpenFoodFacts() async throws {
    #expect(name(try await lookup(productFile: nil).answer(for: gtin)) == "Theirs")
  }

  @Test func offlineTheProductFileAnswersAndNothingIsSent() async throws {
    let file = try folder.write(Array("code\tname\n9520000000004\tOurs\n".utf8), to: "foods.tsv")
    let lookup = try lookup(productFile: file, isOffline: true)
    #expect(name(try await lookup.answer(for: gtin)) == "Ours")
    #expect(try await lookup.answer(for: other) == .unavailable(.offline))
    #expect(server.requests.isEmpty)
  }

  @Test func aProductFileThatIsNotThereIsAnError() throws {
    let error = #expect(throws: ProductError.self) { try lookup(productFile: folder.file("none.tsv")) }
    #expect(error?.code == .fileUnreadable && error?.kind == .noInput)
  }
}
