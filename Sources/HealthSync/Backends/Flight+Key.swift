import HealthModel
import Transport

extension Flight {
  /// The Idempotency-Key of a body for backends that don't count pushes: device, number and the beginning of the body's SHA-256.
  ///
  /// The hash makes another body another key, also when a restored backup or `--fresh` makes the numbers begin anew.
  func key(device: String) -> String { "\"\(device):\(push):\(sha.prefix(16))\"" }
}

extension HTTPResponse {
  /// Whether the body is HTML: a captive portal or a sign-in page says 200, too, and has taken nothing.
  var isWebPage: Bool { body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }

  /// What a good status means that comes with `{"accepted":0}` or, as the phone app's API counts, `{"synced":0}`: the receiver took nothing.
  /// `nil` = it doesn't say so, and has taken all.
  func nothingTaken(of flight: Flight) -> PushVerdict? {
    guard (200...299).contains(status), let json = try? JSON(parsing: body), json["accepted"].int == 0 || json["synced"].int == 0 else {
      return nil
    }
    return .nothingTaken("the backend answered and took none of \(flight.records.count) records")
  }
}

extension Trouble {
  /// The address is wrong, or what it leads to isn't set up.
  static func misplaced(_ message: String, hint: String = "check the address: hsync login --url URL") -> Trouble {
    Trouble(SyncError(.configuration, message, hint: hint, kind: .configuration), .stop, mayHaveArrived: false)
  }
}
