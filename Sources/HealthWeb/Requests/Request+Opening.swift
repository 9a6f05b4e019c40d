import HTTPTypes
import Hummingbird

extension Request {
  /// Whether somebody opens a page by this: it is neither the answer to a form nor a page that is open already and reads itself anew.
  var isOpening: Bool {
    guard method == .get, uri.queryParameters[Substring(Notices.field)] == nil else { return false }
    return HTTPField.Name("X-Hsync-Refresh").flatMap { headers[$0] } == nil
  }
}
