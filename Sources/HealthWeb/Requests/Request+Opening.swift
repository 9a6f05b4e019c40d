import HTTPTypes
import Hummingbird

extension Request {
  /// Whether the user opens a page with this request: it is neither the answer to a form nor the refresh of an open page.
  var isOpening: Bool {
    guard method == .get, uri.queryParameters[Substring(Notices.field)] == nil else { return false }
    return HTTPField.Name("X-Hsync-Refresh").flatMap { headers[$0] } == nil
  }
}
