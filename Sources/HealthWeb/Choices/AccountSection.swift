import HealthDesk
import HealthModel
import HealthSync

/// The section for the backend: the last sync, and signing in and out. No token is ever shown.
struct AccountSection: Sendable {
  let standing: SyncStanding
  let now: Moment
  let session: PageSession

  var html: HTML { "\(sync)<section id=\"account\"><h2>Backend</h2>\(standing.isSignedIn ? signedIn : nil)\(form)</section>" }

  private var sync: HTML {
    let status = standing.status
    let isRunning = status.runningSinceMs != nil
    let last = status.lastOkAtMs.map { "\(Age(of: $0, at: now.ms).words)" } ?? "Never synced"
    let failure: HTML? = status.lastError.map { "<dt>Last problem</dt><dd>\($0.message.sentence)</dd>" }
    let account: HTML = standing.isSignedIn ? "\(status.url ?? "signed in")" : "none"
    let state: HTML = isRunning ? " disabled" : ""
    return """
      <section id="sync-state" data-live><h2>Sync</h2><div class="card stack"><dl class="facts"><dt>Last sync</dt><dd>\(last)</dd>\
      <dt>Pending</dt><dd>\(Quantity.count(status.pendingTotal, "record"))</dd>\(failure)<dt>Backend</dt><dd class="name">\(account)</dd></dl>\
      <form method="post" action="/sync" data-swap="main">\(session.field)<button class="button" data-busy="Syncing..."\(state)>\
      \(isRunning ? "Syncing..." : "Run Manual Sync")</button></form>\
      <p class="row"><a class="chip" href="/settings/doctor">Check the setup</a></p></div></section>
      """
  }

  private var signedIn: HTML {
    """
    <div class="card between"><span class="name">Signed in to \(standing.status.url ?? "a backend")</span>\
    <form method="post" action="/settings/logout" data-swap="main">\(session.field)<button class="chip">Sign out</button></form></div>
    """
  }

  private var form: HTML {
    let dialects = BackendAccount.Dialect.allCases.map { dialect -> HTML in
      let mark: HTML = dialect.rawValue == standing.status.dialect ? " selected" : ""
      return "<option value=\"\(dialect.rawValue)\"\(mark)>\(AccountSection.words(dialect))</option>"
    }
    let state: HTML = standing.isSignedIn ? "" : " open"
    return """
      <details class="card"\(state)><summary>\(standing.isSignedIn ? "Sign in again" : "Sign in")</summary>\
      <form class="stack" method="post" action="/settings/login" data-swap="main">\(session.field)<label class="field"><span>Address</span>\
      <input name="url" type="url" maxlength="1000" placeholder="https://…" value="\(standing.status.url ?? "")"></label>\
      <label class="field"><span>Protocol</span><select name="dialect"><option value="">as before, else hsync</option>\(dialects)</select>\
      </label><label class="field"><span>Token</span><input name="backend_token" type="password" required maxlength="8000" autocomplete="off">\
      </label><label class="field"><span>Public API key (PostgREST only)</span><input name="api_key" maxlength="8000" autocomplete="off"></label>\
      <p class="small soft">The token is stored in a file of mode 0600 beside the library and is never shown. To switch to another backend: \
      <code>hsync login --fresh</code> or <code>--merge</code></p>\
      <button class="button plain" data-busy="Contacting the backend...">Sign in</button></form></details>
      """
  }

  private static func words(_ dialect: BackendAccount.Dialect) -> String {
    switch dialect {
    case .hsync1: "hsync, both directions"
    case .foodLog: "food log, meals only"
    case .mobile: "the phone app's API"
    case .webhook: "a webhook that accepts JSON"
    case .postgrest: "PostgREST, as at Supabase"
    }
  }
}
