import HealthModel

/// The settings of all laundry pets.
struct LaundrySettingsPage: Sendable {
  let choices: Choices
  let session: PageSession
  let haptics: Haptics
  var notices: HTML?

  var page: Page {
    Page(
      title: "Laundry Settings", notices: notices, isNarrow: true, session: session,
      content: "\(notifications)\(look)\(data)\(about)<p class=\"row\"><a class=\"button\" href=\"/laundry\">Done</a></p>")
  }

  private var notifications: HTML {
    """
    <section><h2>Notifications</h2><form class="card stack" method="post" action="/laundry/settings" data-swap="main">\(session.field)\
    \(check("notices", choices.notifiesOfLaundry, "Notifications"))\
    \(check("sound", choices.soundsLaundry, "Notification sound", isEnabled: choices.notifiesOfLaundry))\
    \(check("haptics", choices.vibratesForLaundry, "Haptics"))<p class="hint">Get notified when laundry cycles complete. The ways of delivery \
    are those of <code>hsync notices</code>; <code>hsync notices --test</code> sends a test.</p><button class="button plain"\(haptics.light)>Save</button>\
    </form></section>
    """
  }

  private func check(_ name: String, _ isOn: Bool, _ words: String, isEnabled: Bool = true) -> HTML {
    let mark: HTML = isOn ? " checked" : ""
    // A field that is disabled isn't sent: its value goes on unseen.
    let off: HTML = isEnabled ? "" : " disabled"
    let kept: HTML? = isEnabled || !isOn ? nil : "<input type=\"hidden\" name=\"\(name)\" value=\"1\">"
    return "<label class=\"check\"><input type=\"checkbox\" name=\"\(name)\" value=\"1\"\(mark)\(off)><span>\(words)</span></label>\(kept)"
  }

  private var look: HTML {
    "<section><h2>Appearance</h2><p class=\"card\"><a href=\"/settings#look\">Light, dark or the system's</a></p></section>"
  }

  private var data: HTML {
    """
    <section><h2>Data</h2><div class="card stack"><p>Deletes all pets and their history.</p>\
    <p><a class="button danger" href="/laundry/reset"\(haptics.warning)>Reset All Data</a></p></div></section>
    """
  }

  private var about: HTML { "<section><h2>About</h2><p class=\"card\">Version \(Version.text)</p></section>" }
}
