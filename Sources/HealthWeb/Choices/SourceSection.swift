import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// The section for sources of health data: connected folders with their access, and file uploads.
struct SourceSection: Sendable {
  let sources: SourceGlance
  /// The import of a file that was sent; `nil` = none since the server started.
  let job: ImportDesk.Job?
  let now: Moment
  let session: PageSession

  var html: HTML { "<section id=\"access\"><h2>Health access</h2>\(folders)\(connect)\(measured)</section>\(upload)" }

  // MARK: - Folders

  private var folders: HTML {
    let rows = sources.folders.map { folder -> HTML in
      let isGranted = folder.access == .granted
      let badge: HTML = isGranted ? "<span class=\"badge\">Granted</span>" : "<span class=\"badge warn\">Not granted</span>"
      let hint: HTML? = folder.access.hint(for: folder.path).map { "<span class=\"small soft\">\($0.advice.sentence)</span>" }
      return """
        <li><div class="grow"><span class="name" dir="auto">\(folder.path)</span>\(hint)</div>\(badge)\(isGranted ? nil : retry)\
        <form method="post" action="/settings/disconnect" data-swap="main">\(session.field)\
        <input type="hidden" name="folder" value="\(folder.path)"><button class="chip" aria-label="Disconnect \(folder.path)">\
        Disconnect</button></form></li>
        """
    }
    return rows.isEmpty
      ? """
      <div class="card stack"><p><span class="badge warn">Not granted</span></p><p>No folder of health exports is connected. Name one below, or \
      <a href="#import">send a file</a>. On the computer with your data: <code>hsync config set health.folders FOLDER</code></p>\(retry)</div>
      """ : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
  }

  /// The button that checks again whether the folders can be read, and imports new files.
  private var retry: HTML {
    """
    <form method="post" action="/settings/grant" data-swap="main">\(session.field)\
    <button class="chip" data-busy="Checking...">Grant Permissions</button></form>
    """
  }

  private var connect: HTML {
    """
    <form class="card stack" method="post" action="/settings/connect" data-swap="main">\(session.field)<label class="field">\
    <span>Folder on the computer with your data</span><input name="folder" required maxlength="1000" autocomplete="off" \
    autocapitalize="none" spellcheck="false" placeholder="~/Health" dir="auto"></label><p class="small soft">A folder that your phone's \
    exports are synchronised to. What is new there is read before each sync.</p>\
    <button class="button plain" data-busy="Connecting...">Connect folder</button></form>
    """
  }

  private var measured: HTML? {
    let last: HTML? = sources.lastImport.map {
      "<dt>Last import</dt><dd class=\"name\" dir=\"auto\">\($0.file), \(Age(of: $0.endedAtMs, at: now.ms).words)</dd>"
    }
    let names = sources.sources.prefix(20).map(\.name)
    let who: HTML? = names.isEmpty ? nil : "<dt>Priority</dt><dd class=\"name\" dir=\"auto\">\(names.joined(separator: ", "))</dd>"
    return last == nil && who == nil ? nil : "<dl class=\"card facts\">\(last)\(who)</dl>"
  }

  // MARK: - Files

  private var upload: HTML {
    let form: HTML =
      job?.isRunning == true
      ? "<div class=\"card stack\"><p>An import is running.</p><p><a class=\"button plain\" href=\"/settings/import\">See its progress</a></p></div>"
      : """
      <form class="card stack" method="post" action="/settings/import" enctype="multipart/form-data">\(session.field)\
      <label class="field"><span>Export file</span><input type="file" name="export" required accept=".zip,.xml,.json,.db"></label>\
      <p class="small soft">Apple Health (export.zip or export.xml), Health Auto Export (JSON) or Health Connect (zip). A file is imported completely or \
      not at all, and no record twice.</p><button class="button plain" data-busy="Sending...">Import</button>\(last)</form>
      """
    return "<section id=\"import\"><h2>Import a file</h2>\(form)</section>"
  }

  private var last: HTML? { job.map { _ in "<p class=\"small\"><a href=\"/settings/import\">Result of the last import</a></p>" } }
}
