import GRDB
import HealthModel

extension HealthConnectDatabase {
  /// A record that was deleted on the phone.
  struct Deletion: Hashable {
    /// AOSP's `RecordTypeIdentifier`: 1 steps, 11 heart rate, 26 weight, 37 exercise, 38 sleep, ….
    let recordType: Int64
    /// As `Common.recordID` has it.
    let recordID: String
    /// The time at which it was deleted, milliseconds UTC; `nil` = not known.
    let atMs: Int64?
  }

  /// The limit of deleted records, far above real ones: logs are kept for a month, which has 43,200 minutes.
  static let mostDeletions = 300_000

  /// Returns the records whose last entry in the change logs is a deletion; each once, in the order of the logs. Empty
  /// without that table.
  ///
  /// Android empties the table in users' exports (AOSP's `ExportManager`); copies of the phone's own database have it.
  /// The identifiers of one entry are concatenated, 16 bytes each; versions before Android 14 store a comma-separated
  /// text. Entries of medical resources have another format and are skipped.
  ///
  /// - Throws: `ImportError` `.dangerous` for more than `mostDeletions`; GRDB's error where the file is broken.
  func deletedRecordIDs() throws -> [Deletion] {
    let wanted = ["record_type", "uuids", "operation_type", "time", "medical_resource_type"]
    guard let rows = try rows("change_logs_table", wanted, needed: ["uuids", "operation_type"], order: ["rowid"]) else { return [] }
    var deletions: [String: (place: Int, deletion: Deletion)] = [:]
    var count = 0
    while let row = try rows.next() {
      guard row.int(4) == nil, let operation = row.int(2) else { continue }
      for id in Self.recordIDs(row[1]) {
        switch operation {
        case Self.upsert: deletions[id] = nil
        case Self.delete:
          count += 1
          deletions[id] = (count, Deletion(recordType: row.int(0) ?? 0, recordID: id, atMs: row.int(3)))
          guard deletions.count <= Self.mostDeletions else {
            throw ImportError(.dangerous, "the export names more than \(Self.mostDeletions) deleted records: no person has so many")
          }
        default: break
        }
      }
    }
    return deletions.values.sorted { $0.place < $1.place }.map(\.deletion)
  }

  // AOSP's `OperationType`; 2 is a reading.
  private static let upsert: Int64 = 0
  private static let delete: Int64 = 1

  /// A record's identifier in lower-case hexadecimal digits: of a blob of up to 64 bytes, or of such digits, with dashes or without.
  /// `nil` for anything else.
  static func recordID(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .blob(let bytes): (1...64).contains(bytes.count) ? Hexadecimal.text(bytes) : nil
    case .string(let text): recordID(text)
    default: nil
    }
  }

  private static func recordID(_ text: some StringProtocol) -> String? {
    guard text.utf8.count <= 128 else { return nil }
    let digits = text.lowercased().filter { $0 != "-" && $0 != " " }
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } ? digits : nil
  }

  private static func recordIDs(_ value: DatabaseValue) -> [String] {
    switch value.storage {
    case .blob(let bytes):
      stride(from: bytes.startIndex, to: bytes.endIndex - bytes.count % 16, by: 16).map { Hexadecimal.text(bytes[$0..<$0 + 16]) }
    case .string(let text): text.split(separator: ",").compactMap { recordID($0) }
    default: []
    }
  }
}
