import Doctor

/// The page of the findings of `hsync doctor`.
struct DoctorPage: Sendable {
  let findings: [Finding]
  /// Whether the backend was checked as well.
  let isOnline: Bool
  let session: PageSession

  var page: Page {
    Page(
      title: "Doctor", tab: .more, state: worst == .fail ? .error : .ready, session: session,
      content: """
        <p>\(sentence)</p><div class="card"><ul class="rows">\(findings.map(row))</ul></div><p class="row">\(ask)\
        <a class="chip" href="/settings">Settings</a></p>
        """)
  }

  private var worst: Finding.Verdict { findings.map(\.verdict).max() ?? .ok }

  private var sentence: String {
    switch worst {
    case .ok: "No problems found."
    case .warn: "There are warnings."
    case .fail: "There are problems to fix."
    }
  }

  private var ask: HTML { isOnline ? "" : "<a class=\"chip\" href=\"/settings/doctor?backend=1\">Check the backend, too</a>" }

  private func row(_ finding: Finding) -> HTML {
    let badge: HTML =
      switch finding.verdict {
      case .ok: "<span class=\"badge\">OK</span>"
      case .warn: "<span class=\"badge warn\">Warning</span>"
      case .fail: "<span class=\"badge bad\">Problem</span>"
      }
    let remedy: HTML? = finding.remedy.map { "<span class=\"small soft\">\($0)</span>" }
    return """
      <li><div class="grow"><strong>\(finding.check)</strong> <span class="name" dir="auto">\(finding.words)</span>\(remedy)</div>\(badge)</li>
      """
  }
}
