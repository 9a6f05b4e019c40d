import HTTPTypes
import Hummingbird

/// `/assets/NAME`, `/sw.js` and `/manifest.webmanifest`: files without personal data, which browsers may load before they are paired, as
/// the page about pairing needs them.
struct StaticRoutes: Sendable {
  func add(to router: some RouterMethods<WebContext>) {
    router.get("/assets/:name") { request, context in try answer(try context.parameters.require("name"), request) }
    // At the root, because the address of a service worker limits its scope.
    for name in ["sw.js", "manifest.webmanifest"] { router.get("/\(name)") { request, _ in try answer(name, request) } }
  }

  private func answer(_ name: String, _ request: Request) throws -> Response {
    guard let file = StaticFile.named(name) else { throw Refusal.notFound }
    let isVersioned = request.uri.queryParameters["v"].map(String.init) == StaticFile.digest
    var headers: HTTPFields = [
      .contentType: file.type, .vary: "Accept-Encoding",
      .cacheControl: isVersioned ? "public, max-age=31536000, immutable" : "no-cache",
    ]
    var bytes = file.bytes
    if let gzipped = file.gzipped, acceptsGzip(request) {
      headers[.contentEncoding] = "gzip"
      bytes = gzipped
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Whether `Accept-Encoding` names gzip, and not with `q=0`.
  private func acceptsGzip(_ request: Request) -> Bool {
    let codings = request.headers[values: .acceptEncoding].joined(separator: ",").lowercased().split(separator: ",")
    return codings.contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      return parts.first == "gzip" && !parts.dropFirst().contains { $0.hasPrefix("q=0") && !$0.contains { ("1"..."9").contains($0) } }
    }
  }
}
