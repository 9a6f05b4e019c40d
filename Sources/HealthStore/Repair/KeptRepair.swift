import FoundationEssentials
import HealthModel

/// The file beside a library in which a repair keeps what it replaces.
package enum KeptRepair {
  /// Writes a document to `<library>-repaired-<milliseconds>.json`, which only its owner may read. Returns the path.
  ///
  /// - Throws: kind `.cantCreate`, `.noPermission` or `.io`.
  package static func write(_ json: JSON, besideLibrary path: String, nowMs: Int64) throws(StoreError) -> String {
    let target = "\(path)-repaired-\(nowMs).json"
    let file = try NewFile(for: target)
    do {
      // Into the file that is there, so that its rights stay 0600.
      try Data(json.utf8 + [UInt8(ascii: "\n")]).write(to: URL(filePath: file.path))
    } catch {
      throw StoreError(code: .readOrWrite, message: "can't write \(target)", hint: nil)
    }
    try file.publish(replacing: false)
    return target
  }
}
