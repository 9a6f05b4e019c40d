import HealthModel

/// The section for units, time zone and events, which `hsync config` sets as well.
struct ChoiceSection: Sendable {
  let choices: Choices
  let session: PageSession

  var html: HTML { units + events }

  private var units: HTML {
    """
    <section id="units"><h2>Units and time</h2><form class="card stack" method="post" action="/settings/units" data-swap="main">\
    \(session.field)<fieldset><legend>Weight</legend><div class="row">\(radios("weight", ["kg", "lb"], choices.weightUnit))</div></fieldset>\
    <fieldset><legend>Distance</legend><div class="row">\(radios("distance", ["km", "mi"], choices.distanceUnit))</div></fieldset>\
    <label class="field"><span>Time zone</span><input name="zone" value="\(choices.zone.text)" maxlength="100" autocomplete="off" \
    autocapitalize="none" spellcheck="false" placeholder="Europe/Paris" aria-describedby="zone-hint"></label>\
    <p class="small soft" id="zone-hint">The time zone that begins a day. If empty: the data's own zone, else the computer's.\(overruled)</p>\
    <button class="button plain">Save</button></form></section>
    """
  }

  private var overruled: HTML? { choices.zone.variable.map { " $\($0) is set on the computer and overrides this." } }

  private func radios(_ name: String, _ units: [String], _ choice: Choices.Choice) -> [HTML] {
    units.map { unit in
      let mark: HTML = unit == choice.text ? " checked" : ""
      return "<label class=\"chip\"><input type=\"radio\" name=\"\(name)\" value=\"\(unit)\"\(mark)>\(unit)</label>"
    }
  }

  private var events: HTML {
    """
    <section id="events"><h2>Events</h2><form class="card stack" method="post" action="/settings/events" data-swap="main">\(session.field)\
    \(check("log", choices.keepsEvents, "Keep a log of what I do and how long it takes on this computer"))\
    \(check("opt_in", choices.sendsEvents, "Send that log to my backend after a sync"))\
    <p class="small soft">It contains no food, weights or paths. <code>hsync events</code> shows it, <code>hsync events --delete</code> removes it.</p>\
    <button class="button plain">Save</button></form></section>
    """
  }

  private func check(_ name: String, _ isOn: Bool, _ words: String) -> HTML {
    let mark: HTML = isOn ? " checked" : ""
    return "<label class=\"check\"><input type=\"checkbox\" name=\"\(name)\" value=\"1\"\(mark)><span>\(words)</span></label>"
  }
}
