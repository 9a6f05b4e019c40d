import Gzip
import HealthModel
import TestSupport
import Zstd

extension LoopbackServer.Request {
  /// The body, unpacked if it is packed. Empty when that fails.
  var plainBody: [UInt8] {
    if Gzip.isCompressed(body) { return (try? Gzip.decompressed(body, limit: 64 << 20)) ?? [] }
    if Zstd.isCompressed(body) { return (try? Zstd.decompressed(body, limit: 64 << 20)) ?? [] }
    return body
  }

  /// A push's number, 0 when it isn't one.
  var pushNumber: Int { Int((try? JSON(parsing: plainBody))?["push"].int ?? 0) }

  /// The ids of a push's records.
  var pushedIDs: [String] { (try? JSON(parsing: plainBody))?["records"].array?.compactMap { $0["id"].string } ?? [] }
}
