import HealthDesk
import HealthModel
import HealthStore
import WebPush

/// The section that turns notices on and off in the browser that shows it. Turning them on needs the script, because the browser asks the user.
struct PushSection: Sendable {
  /// The key that browsers subscribe with.
  enum Key: Sendable {
    /// The public part.
    case key(String)
    case unusable(any UserFacingError)
  }

  let key: Key
  /// Whether this browser gets notices.
  let isOn: Bool
  /// The number of other browsers that get notices.
  let others: Int
  let session: PageSession

  /// Reads the section's facts.
  ///
  /// - Parameters:
  ///   - browsers: All paired browsers.
  ///   - ownID: The one that sent the request.
  init(_ library: Library, browsers: [BrowserSession], ownID: String, session: PageSession) {
    var publicKey: String?
    do throws(WebPushError) {
      let text = try VAPIDKeyFile(library: library.path).key().publicText
      (key, publicKey) = (.key(text), text)
    } catch {
      key = .unusable(error)
    }
    let notified = browsers.filter { browser in
      let push = browser.push.flatMap { try? JSON(parsing: $0) }
      return push != nil && push?["server_key"].string == publicKey
    }
    isOn = notified.contains { $0.id == ownID }
    others = notified.count(where: { $0.id != ownID })
    self.session = session
  }

  var html: HTML { "<section id=\"push\"><h2>Notices</h2><div class=\"card stack\">\(content)\(elsewhere)</div></section>" }

  private var content: HTML {
    if isOn {
      return """
        <p>This phone is notified.</p><form method="post" action="/settings/push/off" data-swap="main" data-unsubscribe>\(session.field)\
        <button class="button plain">Stop notifying this phone</button></form>
        """
    }
    switch key {
    case .unusable(let error): return "<p>\(ImportPage.sentences(error))</p>"
    case .key(let key):
      return """
        <p>hsync can show notices here also while its page is closed. They are encrypted for this browser.</p>\
        <form class="stack" method="post" action="/settings/push" data-swap="main" data-subscribe="\(key)">\(session.field)\
        <input type="hidden" name="subscription"><button class="button plain" data-busy="Asking..." data-script hidden>Notify this phone\
        </button></form><p class="small soft">This needs HTTPS, or a browser on the computer with your data. On an iPhone, add hsync to the \
        home screen first.</p>
        """
    }
  }

  private var elsewhere: HTML? {
    others == 0 ? nil : "<p class=\"small soft\">\(Quantity.count(others, "other browser")) \(others == 1 ? "is" : "are") notified.</p>"
  }
}
