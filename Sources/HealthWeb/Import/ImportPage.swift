import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// The page of the progress or the result of an upload's import.
struct ImportPage: Sendable {
  /// `nil` = there was none since the server started.
  let job: ImportDesk.Job?
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Import", tab: .more, state: state, notices: notices, isNarrow: true, session: session,
      content: """
        <section id="import" data-live aria-labelledby="import-file"><h2 id="import-file" class="name" dir="auto">\(heading)</h2>\
        \(content)</section><p class="row"><a class="chip" href="/settings">Settings</a><a class="chip" href="/">Today</a></p>
        """)
  }

  /// The name of the file; a heading is never empty.
  private var heading: String {
    guard let name = job?.name, !name.isEmpty else { return "No file" }
    return name
  }

  private var state: Page.State {
    if case .failed? = job?.stage { return .error }
    return job == nil ? .empty : .ready
  }

  private var content: HTML {
    switch job?.stage {
    case nil: "<div class=\"card empty\"><p>No file has been uploaded since the server started.</p></div>"
    case .receiving(let bytes, let total)?:
      ImportPage.progress(
        "Receiving", Quantity.bytes(bytes) + (total.map { " of \(Quantity.bytes($0))" } ?? ""), part: bytes, of: total) + cancel
    case .importing(let progress)?:
      ImportPage.progress(
        "Importing", "\(Quantity.bytes(progress.bytesRead)) read, \(Quantity.count(progress.samples, "record"))",
        part: progress.bytesRead, of: progress.bytesTotal) + cancel
    case .imported(let origin, let outcome)?: ImportPage.result(origin, outcome)
    case .failed(let error)?: .failed("Nothing was imported.", ImportPage.sentences(error)) + ImportPage.again
    case .cancelled?: "<div class=\"banner wait\">The import was cancelled. Nothing was imported.</div>" + ImportPage.again
    }
  }

  private static let again: HTML = "<p><a class=\"button plain\" href=\"/settings#import\">Try again</a></p>"

  private var cancel: HTML {
    """
    <form method="post" action="/settings/import/cancel">\(session.field)<button class="button plain" data-busy="Cancelling...">Cancel</button>\
    </form><p class="small soft">Once the file is uploaded, you can leave this page; the import continues.</p>
    """
  }

  private static func progress(_ title: String, _ words: String, part: Int64, of total: Int64?) -> HTML {
    let share: HTML? = total.flatMap { $0 > 0 ? " value=\"\(String(min(part, $0)))\" max=\"\(String($0))\"" : nil }
    return """
      <div class="card stack" role="status"><p><strong>\(title)...</strong> \(words)</p>\
      <progress aria-label="\(title)"\(share)></progress></div>
      """
  }

  private static func result(_ origin: HealthOrigin, _ outcome: ImportOutcome) -> HTML {
    let days: String
    if let first = outcome.daysChanged.first, let last = outcome.daysChanged.last {
      days = "\(Quantity.count(outcome.daysChanged.count, "day")), \(first) to \(last), in the zone \(outcome.dayZone)"
    } else {
      days = "none"
    }
    let notice = outcome.zoneNotice.map { notice -> HTML in "<dt>Time zone</dt><dd>\(notice.sentence)</dd>" }
    let skipped = outcome.skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count -> HTML in
      "<dt>Skipped</dt><dd>\(Quantity.grouped(count)): \(reason)</dd>"
    }
    let remarks = outcome.remarks.sorted { $0.key < $1.key }.map { remark, count -> HTML in
      "<dt>Note</dt><dd>\(remark): \(Quantity.grouped(count))</dd>"
    }
    let vanished = outcome.vanished.reduce(0) { $0 + $1.count }
    let gone: HTML? =
      vanished == 0
      ? nil
      : "<dt>Missing</dt><dd>\(Quantity.count(vanished, "sample")) of earlier imports are no longer in this export; they were kept</dd>"
    return """
      <div class="banner good">\(origin.title) imported: \(Quantity.grouped(outcome.added)) new.</div><dl class="card facts">\
      <dt>Records</dt><dd>\(Quantity.grouped(outcome.records))</dd><dt>New</dt><dd>\(Quantity.grouped(outcome.added))</dd>\
      <dt>Changed</dt><dd>\(Quantity.grouped(outcome.changed))</dd><dt>Already imported</dt><dd>\(Quantity.grouped(outcome.duplicate))</dd>\
      <dt>New workouts</dt><dd>\(Quantity.grouped(outcome.workoutsAdded))</dd><dt>Days changed</dt><dd>\(days)</dd>\
      \(notice)\(skipped)\(remarks)\(gone)</dl>
      """
  }

  /// Returns the error and its advice as sentences.
  static func sentences(_ error: any UserFacingError) -> String {
    [error.message.sentence, error.advice?.sentence].compactMap(\.self).joined(separator: " ")
  }
}
