import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// The page of settings: sources, sync, units, browsers, theme and backup.
struct SettingsPage: Sendable {
  let sources: SourceGlance
  let standing: SyncStanding
  let choices: Choices
  /// The error in the settings file, found since the server started; `nil` = none.
  let fault: (any UserFacingError)?
  /// The import of a file that was sent; `nil` = none since the server started.
  let job: ImportDesk.Job?
  /// The tokens of other programs, the oldest first.
  let tokens: [AppToken]
  /// The paired browsers, the most recently seen first.
  let browsers: [BrowserSession]
  /// The section for notices in this browser.
  let push: PushSection
  /// The id of the browser that sent the request.
  let ownID: String
  let now: Moment
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Settings", tab: .more, notices: notices, session: session,
      content: """
        \(trouble)<div class="wide"><div>\(access)\(account)</div><div>\(devices)\(push.html)\(apps)\(units)\(look)\(backup)\(export)</div></div>
        """)
  }

  private var access: HTML { SourceSection(sources: sources, job: job, now: now, session: session).html }
  private var account: HTML { AccountSection(standing: standing, now: now, session: session).html }
  private var apps: HTML { TokenSection(tokens: tokens, now: now, session: session).html }
  private var units: HTML { ChoiceSection(choices: choices, session: session).html }
  private var trouble: HTML? { fault.map { .failed("The settings were changed and can't be used:", ImportPage.sentences($0)) } }

  // MARK: - Browsers

  private var devices: HTML {
    let rows = browsers.map { browser -> HTML in
      let isOwn = browser.id == ownID
      let from = browser.seenFrom.map { " from \($0)" } ?? ""
      return """
        <li><div class="grow"><span class="name" dir="auto">\(browser.name)</span><span class="small soft">\
        \(isOwn ? "this browser, " : "")seen \(Age(of: browser.seenAtMs, at: now.ms).words)\(from)</span></div>\
        <form method="post" action="/settings/devices/revoke" data-swap="main">\(session.field)<input type="hidden" name="id" \
        value="\(browser.id)"><button class="chip" aria-label="\(isOwn ? "Sign out" : "Revoke") \(browser.name)">\
        \(isOwn ? "Sign out" : "Revoke")</button></form></li>
        """
    }
    return """
      <section id="devices"><h2>Paired browsers</h2><div class="card"><ul class="rows">\(rows)</ul></div>\
      <p class="small soft">To pair another one, run <code>hsync serve --pair</code> on the computer with your data.</p></section>
      """
  }

  // MARK: - Look

  private var look: HTML {
    let choices = Theme.allCases.map { theme -> HTML in
      let mark: HTML = theme == session.theme ? " checked" : ""
      return "<label class=\"chip\"><input type=\"radio\" name=\"theme\" value=\"\(theme.rawValue)\"\(mark)>\(theme.title)</label>"
    }
    return """
      <section id="look"><h2>Appearance</h2><form class="card stack" method="post" action="/settings/look">\(session.field)<fieldset>\
      <legend>Theme</legend><div class="row">\(choices)</div></fieldset><button class="button plain">Save</button></form>\
      <p class="row"><button class="chip" type="button" data-install data-script hidden>Add to home screen</button></p></section>
      """
  }

  private var backup: HTML {
    """
    <section><h2>Backup</h2><div class="card stack"><p>A copy of everything in one file, to keep somewhere safe. \
    <code>hsync restore FILE</code> restores it.</p><p><a class="button plain" href="/settings/backup" download>Download a backup</a></p>\
    </div></section>
    """
  }

  private var export: HTML {
    let kinds = ExportKind.all.map { kind -> HTML in
      "<option value=\"\(kind.name)\">\(kind.name.replacing("_", with: " "))</option>"
    }
    return """
      <section id="export"><h2>Export</h2><form class="card stack" method="get" action="/settings/export"><label class="field"><span>Data</span>\
      <select name="kind"><option value="">everything (JSON lines)</option>\(kinds)</select></label><fieldset><legend>Format</legend>\
      <div class="row"><label class="chip"><input type="radio" name="format" value="json" checked>JSON lines</label>\
      <label class="chip"><input type="radio" name="format" value="csv">CSV, one kind</label></div></fieldset>\
      <button class="button plain">Download</button></form></section>
      """
  }
}
