import HealthDesk
import HealthModel
import HealthSync

/// A run's result, for display and for programs. A single run and `--watch` print the same remarks.
extension SyncReport {
  /// The output of `hsync sync`: M-HOME-3's words, then additional remarks.
  var lines: [String] {
    let untaken = untaken.map { "\(RecordWords.count($0.count, of: $0.kind)) not sent: the backend doesn't store them" }
    let arrival = "\(pulled) from \(newDevice == nil ? "other devices" : "the backend")"
    return ["Sync Complete: Synced \(Quantity.count(pushed + pulled, "record"))"] + (remarks(arrival) + untaken).map { "  " + $0 }
  }

  /// The output of `--watch`: `sent 3 records`, `got 1 from other devices`, …: only what happened.
  var words: [String] {
    let sent = pushed > 0 ? ["sent \(Quantity.count(pushed, "record"))"] : []
    let refused = rejected.isEmpty ? [] : ["\(rejected.count) refused"]
    return sent + remarks("got \(pulled) from other devices") + refused
  }

  /// The counts, as in the JSON contract.
  var counts: [(String, JSON)] {
    [
      ("pushed", JSON(pushed)), ("pulled", JSON(pulled)), ("rejected", JSON(rejected.count)), ("conflicts", JSON(conflicts)),
      ("requests", JSON(requests)), ("bytes_up", JSON(bytesUp)), ("bytes_down", JSON(bytesDown)),
    ]
  }

  /// As in the JSON contract.
  var json: JSON {
    .object([("result", .string("Sync Complete")), ("records", JSON(pushed + pulled))] + counts + [("new_device", JSON(newDevice))])
  }

  /// Returns the remarks about everything but sending, with `arrival` for pulled records.
  private func remarks(_ arrival: String) -> [String] {
    var remarks: [String] = []
    if let newDevice { remarks.append("this library is a copy or was restored from a backup; it goes on as device \(newDevice)") }
    if pulled > 0 { remarks.append(arrival) }
    if conflicts > 0 {
      remarks.append("\(Quantity.count(conflicts, "edit")) here replaced by \(conflicts == 1 ? "a newer one" : "newer ones")")
    }
    if recovered > 0 { remarks.append("\(Quantity.count(recovered, "record")) offered again after a backup was restored") }
    if untoldDeletions > 0 { remarks.append("\(Quantity.count(untoldDeletions, "deletion")) that this backend can't be told") }
    return remarks
  }
}
