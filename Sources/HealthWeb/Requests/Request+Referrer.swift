import Hummingbird

extension Request {
  /// The path and query of our page that a form was sent from; `nil` when the browser doesn't say, or it isn't ours.
  var ownReferrer: String? {
    guard let referrer = headers[.referer], let host = head.authority else { return nil }
    for scheme in ["http://", "https://"] where referrer.hasPrefix(scheme + host + "/") {
      let path = String(referrer.dropFirst(scheme.count + host.count))
      // Two slashes would be another host's address.
      return path.hasPrefix("//") ? nil : Request.withoutNotice(path)
    }
    return nil
  }

  /// Without the notice of the form before.
  private static func withoutNotice(_ path: String) -> String {
    let parts = path.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return path }
    let fields = parts[1].split(separator: "&").filter { !$0.hasPrefix(Notices.field + "=") }
    return fields.isEmpty ? String(parts[0]) : "\(parts[0])?\(fields.joined(separator: "&"))"
  }
}
