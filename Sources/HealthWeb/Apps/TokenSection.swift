import HealthDesk
import HealthModel
import HealthStore

/// The tokens of other programs: apps that send data, calendars, homes.
struct TokenSection: Sendable {
  /// The oldest first.
  let tokens: [AppToken]
  let now: Moment
  let session: PageSession

  var html: HTML {
    let rows = tokens.map { token -> HTML in
      let used = token.usedAtMs.map { "used \(Age(of: $0, at: now.ms).words)" } ?? "never used"
      return """
        <li><div class="grow"><span class="name" dir="auto">\(token.name)</span><span class="small soft">\(token.scope.words), \(used)</span></div>\
        <form method="post" action="/settings/tokens/revoke" data-swap="main">\(session.field)<input type="hidden" name="id" \
        value="\(token.id)"><button class="chip" aria-label="Revoke \(token.name)">Revoke</button></form></li>
        """
    }
    let list: HTML? = rows.isEmpty ? nil : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
    let scopes = AppScope.allCases.map { scope -> HTML in "<option value=\"\(scope.rawValue)\">\(scope.title)</option>" }
    return """
      <section id="tokens"><h2>Apps and calendars</h2>\(list)<form class="card stack" method="post" action="/settings/tokens" \
      data-swap="main">\(session.field)<label class="field"><span>Name</span><input name="name" required maxlength="100" \
      autocomplete="off" placeholder="Phone"></label><label class="field"><span>For</span><select name="for">\(scopes)</select></label>\
      <p class="small soft">Creates a token that does one thing: Health Auto Export or a shortcut sends health data and photos, a smart plug \
      the steps of laundry pets; a calendar reads the plan; a home such as Home Assistant reads today’s figures. It gives access to \
      nothing else.</p><button class="button plain">Create a token</button></form></section>
      """
  }
}
