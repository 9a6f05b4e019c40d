import Hummingbird

/// `/look.css`: the look of all pages. The same for everybody, so that a browser needn't be let in to see the page that says how to be.
struct LookRoute: Sendable {
  func add(to router: some RouterMethods<WebContext>) {
    router.get("/look.css") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "no-cache"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.look_css)))
    }
  }
}
