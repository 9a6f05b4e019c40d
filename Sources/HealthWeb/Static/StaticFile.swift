import Digests
import Gzip
import HealthModel

/// A file of the pages that is the same for everybody: look, script, icons.
struct StaticFile: Sendable {
  /// The name in the file's address: `app.css`.
  let name: String
  /// The value of `Content-Type`.
  let type: String
  let bytes: [UInt8]
  /// The content compressed with gzip; `nil` if that isn't smaller.
  let gzipped: [UInt8]?

  private init(_ name: String, _ type: String, _ bytes: [UInt8]) {
    (self.name, self.type, self.bytes) = (name, type, bytes)
    // Without memory for it, it is sent as it is.
    gzipped = (try? Gzip.compressed(bytes, level: 9)).flatMap { $0.count < bytes.count ? $0 : nil }
  }

  static let all = [
    StaticFile("app.css", "text/css; charset=utf-8", PackageResources.app_css),
    StaticFile("app.js", "text/javascript; charset=utf-8", PackageResources.app_js),
    StaticFile("sw.js", "text/javascript; charset=utf-8", PackageResources.sw_js),
    StaticFile("manifest.webmanifest", "application/manifest+json", PackageResources.manifest_webmanifest),
    StaticFile("offline.html", "text/html; charset=utf-8", PackageResources.offline_html),
    StaticFile("loading.html", "text/html; charset=utf-8", PackageResources.loading_html),
    StaticFile("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    StaticFile("icon-192.png", "image/png", PackageResources.icon_192_png),
    StaticFile("icon-512.png", "image/png", PackageResources.icon_512_png),
  ]

  static func named(_ name: String) -> StaticFile? { all.first { $0.name == name } }

  /// The version of all of them, 12 hexadecimal digits of SHA-256: pages load them under it, and browsers keep them for good.
  static let digest = String(Hexadecimal.text(SHA256.of(all.flatMap(\.bytes))).prefix(12))
}
