/// The facts of the session that a page is made for, which its forms and its script send back.
struct PageSession: Sendable {
  /// Proves that a form is of a page of this session: `SessionToken.formToken`.
  let token: String
  /// Names the library to the script, so that what was entered offline is sent to the same one only.
  let library: String
  /// The colours that the browser chose.
  var theme = Theme.system
  /// What the pages show the way to.
  var shown = WebSettings.ShownParts.all

  /// The hidden field of every form that changes something.
  var field: HTML { "<input type=\"hidden\" name=\"token\" value=\"\(token)\">" }

  /// The hidden fields of a form that makes an entry, whose id it says so that it makes one however often it is sent. `Form` reads them.
  func entry(id: String) -> HTML { "\(field)<input type=\"hidden\" name=\"id\" value=\"\(id)\"><input type=\"hidden\" name=\"at_ms\">" }
}
