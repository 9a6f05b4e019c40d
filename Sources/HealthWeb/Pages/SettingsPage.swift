import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// The page of settings: sources, sync, browsers, theme and backup.
struct SettingsPage: Sendable {
  let sources: SourceGlance
  let standing: SyncStanding
  /// The paired browsers, the most recently seen first.
  let browsers: [BrowserSession]
  /// The id of the browser that sent the request.
  let ownID: String
  let now: Moment
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Settings", tab: .more, notices: notices, session: session,
      content: """
        <div class="wide"><div>\(access)\(sync)</div><div>\(devices)\(look)\(backup)</div></div>
        """)
  }

  // MARK: - Sources

  private var access: HTML {
    let rows = sources.folders.map { folder -> HTML in
      let isGranted = folder.access == .granted
      let badge: HTML = isGranted ? "<span class=\"badge\">Granted</span>" : "<span class=\"badge warn\">Not granted</span>"
      let hint: HTML? = folder.access.hint(for: folder.path).map { "<span class=\"small soft\">\($0.advice.sentence)</span>" }
      return """
        <li><div class="grow"><span class="name" dir="auto">\(folder.path)</span>\(hint)</div>\(badge)\(isGranted ? nil : retry)</li>
        """
    }
    let folders: HTML =
      rows.isEmpty
      ? """
      <div class="card stack"><p><span class="badge warn">Not granted</span></p><p>No folder of health exports is connected. On the computer with \
      your data:</p><p><code>hsync config set health.folders FOLDER</code></p>\(retry)</div>
      """ : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
    return "<section id=\"access\"><h2>Health access</h2>\(folders)\(measured)</section>"
  }

  /// The button that checks the access to the folders again, and imports new exports.
  private var retry: HTML {
    """
    <form method="post" action="/settings/grant" data-swap="main">\(session.field)\
    <button class="chip" data-busy="Looking...">Grant Permissions</button></form>
    """
  }

  private var measured: HTML? {
    let last: HTML? = sources.lastImport.map {
      "<dt>Last import</dt><dd class=\"name\" dir=\"auto\">\($0.file), \(Age(of: $0.endedAtMs, at: now.ms).words)</dd>"
    }
    let names = sources.sources.prefix(20).map(\.name)
    let who: HTML? = names.isEmpty ? nil : "<dt>Best first</dt><dd class=\"name\" dir=\"auto\">\(names.joined(separator: ", "))</dd>"
    return last == nil && who == nil ? nil : "<dl class=\"card facts\">\(last)\(who)</dl>"
  }

  // MARK: - Sync

  private var sync: HTML {
    let status = standing.status
    let isRunning = status.runningSinceMs != nil
    let last = status.lastOkAtMs.map { "\(Age(of: $0, at: now.ms).words)" } ?? "Never synced"
    let failure: HTML? = status.lastError.map { "<dt>Last problem</dt><dd>\($0.message.sentence)</dd>" }
    let account: HTML = standing.isSignedIn ? "\(status.url ?? "signed in")" : "none: <code>hsync login --url URL</code>"
    let state: HTML = isRunning ? " disabled" : ""
    return """
      <section id="sync-state" data-live><h2>Sync</h2><div class="card stack"><dl class="facts"><dt>Last sync</dt><dd>\(last)</dd>\
      <dt>Waiting</dt><dd>\(Quantity.count(status.pendingTotal, "record"))</dd>\(failure)<dt>Backend</dt><dd class="name">\(account)</dd></dl>\
      <form method="post" action="/sync" data-swap="main">\(session.field)<button class="button" data-busy="Syncing..."\(state)>\
      \(isRunning ? "Syncing..." : "Run Manual Sync")</button></form></div></section>
      """
  }

  // MARK: - Browsers

  private var devices: HTML {
    let rows = browsers.map { browser -> HTML in
      let isOwn = browser.id == ownID
      let from = browser.seenFrom.map { " from \($0)" } ?? ""
      return """
        <li><div class="grow"><span class="name" dir="auto">\(browser.name)</span><span class="small soft">\
        \(isOwn ? "this browser, " : "")seen \(Age(of: browser.seenAtMs, at: now.ms).words)\(from)</span></div>\
        <form method="post" action="/settings/devices/revoke" data-swap="main">\(session.field)<input type="hidden" name="id" \
        value="\(browser.id)"><button class="chip" aria-label="\(isOwn ? "Sign out" : "Shut out") \(browser.name)">\
        \(isOwn ? "Sign out" : "Shut out")</button></form></li>
        """
    }
    return """
      <section id="devices"><h2>Paired browsers</h2><div class="card"><ul class="rows">\(rows)</ul></div>\
      <p class="small soft">To let another one in, run <code>hsync serve --pair</code> on the computer with your data.</p></section>
      """
  }

  // MARK: - Look

  private var look: HTML {
    let choices = Theme.allCases.map { theme -> HTML in
      let mark: HTML = theme == session.theme ? " checked" : ""
      return "<label class=\"chip\"><input type=\"radio\" name=\"theme\" value=\"\(theme.rawValue)\"\(mark)>\(theme.title)</label>"
    }
    return """
      <section id="look"><h2>Look</h2><form class="card stack" method="post" action="/settings/look">\(session.field)<fieldset>\
      <legend>Theme</legend><div class="row">\(choices)</div></fieldset><button class="button plain">Save</button></form>\
      <p class="row"><button class="chip" type="button" data-install data-script hidden>Install on the home screen</button></p></section>
      """
  }

  private var backup: HTML {
    """
    <section><h2>Backup</h2><div class="card stack"><p>A copy of everything in one file, to keep somewhere safe. \
    <code>hsync restore FILE</code> puts it back.</p><p><a class="button plain" href="/settings/backup" download>Download a backup</a></p>\
    </div></section>
    """
  }
}
