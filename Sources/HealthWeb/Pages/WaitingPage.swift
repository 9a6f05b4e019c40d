import HealthDesk
import HealthModel
import HealthStore

/// The records that the backend refused and the edits that lost against newer ones, each with buttons that resolve it.
struct WaitingPage: Sendable {
  /// The latest first.
  let refused: [QuarantineLog.Entry]
  /// The latest first.
  let lost: [ConflictLog.Entry]
  let weight: RecordWords.Weight
  /// Converts a time, in milliseconds since 1970, to the user's local time.
  let clock: @Sendable (Int64) -> Moment
  let today: Day
  let session: PageSession
  var notices: HTML?

  /// The limit of each list; the commands show all.
  private static let most = 50

  var page: Page {
    let isEmpty = refused.isEmpty && lost.isEmpty
    let nothing: HTML? = isEmpty ? "<div class=\"card empty\"><p>Nothing needs a decision.</p></div>" : nil
    return Page(
      title: "Needs a decision", tab: .today, state: isEmpty ? .empty : .ready, notices: notices, isNarrow: true, session: session,
      content: "\(nothing)\(refusals)\(lostEdits)<p class=\"row\"><a class=\"chip\" href=\"/\">Today</a></p>")
  }

  private func time(_ ms: Int64) -> String {
    let moment = clock(ms)
    return "\(PlanDates.day(moment.day, beside: today)), \(moment.clock)"
  }

  private func rest(_ count: Int, _ command: String) -> HTML? {
    count > WaitingPage.most
      ? "<p class=\"small soft\">And \(Quantity.grouped(count - WaitingPage.most)) more: <code>\(command)</code></p>" : nil
  }

  // MARK: - Refused records

  private var refusals: HTML? {
    if refused.isEmpty { return nil }
    return """
      <section id="refused"><h2>Refused by the backend</h2><div class="card"><ul class="rows">\
      \(refused.prefix(WaitingPage.most).map(refusal))</ul></div>\(rest(refused.count, "hsync queue"))<p class="small soft">A record that you change is \
      sent again automatically. A discarded one is replaced by the backend's version.</p></section>
      """
  }

  private func refusal(_ entry: QuarantineLog.Entry) -> HTML {
    let words = entry.words(weight)
    return """
      <li class="stack"><div class="grow"><span class="name" dir="auto">\(words.asTitle)</span>\
      <span class="small soft">\(entry.message.sentence) \(time(entry.atMs))</span></div>\
      <form class="row" method="post" action="/waiting/refused" data-swap="main">\(session.field)\
      <input type="hidden" name="kind" value="\(entry.kind)"><input type="hidden" name="id" value="\(entry.id)">\
      <input type="hidden" name="version" value="\(String(entry.hlc))">\
      <button class="chip" name="action" value="retry" aria-label="Send \(words) again">Send again</button>\
      <button class="chip" name="action" value="drop" data-busy="Contacting the backend..." aria-label="Discard \(words)">Discard</button></form></li>
      """
  }

  // MARK: - Lost edits

  private var lostEdits: HTML? {
    if lost.isEmpty { return nil }
    return """
      <section id="lost"><h2>Replaced by another device</h2>\(lost.prefix(WaitingPage.most).map(lostEdit))\
      \(rest(lost.count, "hsync conflicts"))</section>
      """
  }

  private func lostEdit(_ edit: ConflictLog.Entry) -> HTML {
    let words = edit.words(weight)
    let restore: HTML? =
      edit.isRestored
      ? nil
      : "<button class=\"chip\" name=\"action\" value=\"restore\" aria-label=\"Restore \(words)\">Restore</button>"
    let state = edit.isRestored ? "Restored" : "Replaced by device \(edit.wonDevice), \(time(edit.wonAtMs))"
    return """
      <div class="card stack"><div><span class="name title" dir="auto">\(words.asTitle)</span><br><span class="small soft">\(state)</span></div>\
      \(comparison(edit))<form class="row" method="post" action="/waiting/lost" data-swap="main">\(session.field)\
      <input type="hidden" name="n" value="\(String(edit.number))">\(restore)\
      <button class="chip" name="action" value="forget" aria-label="Dismiss \(words)">Dismiss</button></form></div>
      """
  }

  private func comparison(_ edit: ConflictLog.Entry) -> HTML? {
    if edit.isRestored { return nil }
    if edit.lost == nil { return "<p>It was deleted here. Restoring the deletion deletes it again.</p>" }
    if edit.now == nil { return "<p>It was deleted on the other device. Restoring brings it back.</p>" }
    let rows = edit.differences.map { difference -> HTML in
      """
      <tr><th scope="row">\(difference.field)</th><td class="name" dir="auto">\(difference.lost)</td>\
      <td class="name" dir="auto">\(difference.now)</td></tr>
      """
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Differences"><table class="table"><thead><tr><th scope="col">Field</th>\
      <th scope="col">Here before</th><th scope="col">Now</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}
