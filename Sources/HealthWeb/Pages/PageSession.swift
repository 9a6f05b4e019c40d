/// The facts of a session that its pages contain, and that forms and the script send back.
struct PageSession: Sendable, Hashable {
  /// The token that proves that a form comes from a page of this session: `SessionToken.formToken`.
  let token: String
  /// The library's opaque id for the script, so that offline entries are only sent to the same library.
  let library: String
  /// The colour theme that the browser chose.
  var theme = Theme.system
  /// The parts of the app that pages link to.
  var shown = WebSettings.ShownParts.all

  /// The hidden field of every form that changes something.
  var field: HTML { "<input type=\"hidden\" name=\"token\" value=\"\(token)\">" }

  /// Returns the hidden fields of a form that creates an entry. The form carries the entry's id, so sending it twice creates one. `Form`
  /// reads them.
  func entry(id: String) -> HTML { "\(field)\(PageSession.entryLead)\(id)\(PageSession.entryEnd)" }

  /// The markup before the id of an entry, and after it: by these, a page that is kept gets new ids.
  static let entryLead: HTML = "<input type=\"hidden\" name=\"id\" value=\""
  static let entryEnd: HTML = "\"><input type=\"hidden\" name=\"at_ms\">"
}
