import HealthDesk
import HealthModel
import HealthStore

/// The tokens of apps and shortcuts that send data automatically.
struct TokenSection: Sendable {
  /// The oldest first.
  let tokens: [IngestToken]
  let now: Moment
  let session: PageSession

  var html: HTML {
    let rows = tokens.map { token -> HTML in
      let used = token.usedAtMs.map { "used \(Age(of: $0, at: now.ms).words)" } ?? "never used"
      return """
        <li><div class="grow"><span class="name" dir="auto">\(token.name)</span><span class="small soft">\(used)</span></div>\
        <form method="post" action="/settings/tokens/revoke" data-swap="main">\(session.field)<input type="hidden" name="id" \
        value="\(token.id)"><button class="chip" aria-label="Revoke \(token.name)">Revoke</button></form></li>
        """
    }
    let list: HTML? = rows.isEmpty ? nil : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
    return """
      <section id="tokens"><h2>Apps that send data</h2>\(list)<form class="card stack" method="post" action="/settings/tokens" \
      data-swap="main">\(session.field)<label class="field"><span>Name</span><input name="name" required maxlength="100" \
      autocomplete="off" placeholder="Phone"></label><p class="small soft">Creates a token with which Health Auto Export or a shortcut can send \
      health data and photos, and a smart plug the steps of laundry pets. It gives access to nothing else.</p><button class="button plain">Create a token</button></form></section>
      """
  }
}
