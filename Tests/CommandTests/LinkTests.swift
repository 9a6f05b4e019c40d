import Foundation
import TestSupport
import Testing

/// What the programs load at start is a budget: each library costs milliseconds of every command.
@Suite struct LinkTests {
  /// Libraries that `hsync` itself asks for. libcurl and libheif, the slow ones, are opened when first needed.
  private let allowed: Set<String> = [
    "libzbar", "libturbojpeg", "libpng16", "libwebp", "libsqlite3", "libz", "libisal", "libzstd", "libc", "libm", "libstdc++", "libgcc_s",
    "ld-linux-x86-64", "libdl", "libpthread", "libutil", "librt",
  ]

  @Test func hsyncLinksOnlyWhatItMust() throws {
    let readelf = "/usr/bin/readelf"
    try #require(FileManager.default.fileExists(atPath: readelf))
    let home = try TemporaryFolder()
    let needed = try Program(readelf, home: home).run("-d", Program.folder + "/hsync").lines
      .filter { $0.contains("(NEEDED)") }
      .compactMap { $0.firstMatch(of: /\[([^\]]+?)\.so/).map { String($0.1) } }
    #expect(!needed.isEmpty)
    let runtime = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
    for library in needed where !runtime.contains(where: library.hasPrefix) {
      #expect(allowed.contains(library), "\(library) is new")
    }
  }
}
