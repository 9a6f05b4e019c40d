import HealthModel
import HealthStore
import Hummingbird
import Usage

/// The refusal of a request, as a page with the reason and the next step.
struct Refusal: Error, Sendable {
  let status: HTTPResponse.Status
  let title: String
  let message: HTML
  var headers: HTTPFields = [:]

  /// The browser has no session, or it has ended.
  static let notPaired = Refusal(
    status: .unauthorized, title: "This browser isn't paired",
    message: "On the computer with your data, run <code>hsync serve --pair</code> and open the link that it prints in this browser.",
    // A 401 must name a scheme; browsers ignore one that they don't know.
    headers: [.wwwAuthenticate: "hsync-pairing"])

  static let wrongHost = Refusal(
    status: .misdirectedRequest, title: "Wrong address",
    message: "This server answers under 127.0.0.1 and localhost with its port, and under the address that <code>hsync serve</code> printed."
  )

  /// The refusal of a change that wasn't sent by one of our pages.
  static let foreignPage = Refusal(
    status: .forbidden, title: "Nothing was changed",
    message: "The request didn't come from a page of this server. Go back to <a href=\"/\">today</a> and try again.")

  static let wrongCode = Refusal(
    status: .forbidden, title: "The link is no longer valid",
    message: "A pairing link works once and expires after 10 minutes. Get a new one: <code>hsync serve --pair</code>")

  static let notFound = Refusal(
    status: .notFound, title: "Page not found", message: "Go to <a href=\"/\">today</a>.")

  /// The refusal for a meal that doesn't exist, or no longer exists.
  static let noMeal = Refusal(
    status: .notFound, title: "Meal not found",
    message: "It was deleted, perhaps on another device. Go to <a href=\"/food\">Food</a>.")

  /// The refusal for a planned item that no longer exists.
  ///
  /// - Parameter day: The day that it was shown on; `nil` = today.
  static func noPlanItem(on day: Day?) -> Refusal {
    let query = day.map { "?day=\($0.description)" } ?? ""
    return Refusal(
      status: .gone, title: "This item is no longer in the plan",
      message: "It was removed or skipped, perhaps on another device. Go to <a href=\"/plan\(query)\">the plan</a>.")
  }

  /// The refusal for a laundry pet that no longer exists.
  static let noPet = Refusal(
    status: .gone, title: "This pet isn't here any more",
    message: "It was deleted, perhaps on another device. Go to <a href=\"/laundry\">My Laundry Pets</a>.")

  static let tooLarge = Refusal(status: .contentTooLarge, title: "The request is too large", message: "Go back and send less.")

  static let badForm = Refusal(
    status: .badRequest, title: "The form is invalid", message: "Go back to <a href=\"/\">today</a> and try again.")

  static func tooMany(afterSeconds seconds: Int) -> Refusal {
    Refusal(
      status: .tooManyRequests, title: "Too many wrong codes", message: "Try again in \((seconds + 59) / 60) min.",
      headers: [.retryAfter: String(seconds)])
  }

  /// The page for an error while a request was processed. The status distinguishes invalid input from failures here: a browser sends a
  /// queued entry again only after the latter.
  ///
  /// - Parameter isForVisitor: Whether the browser is known to be paired. Others aren't told paths of files.
  init(_ error: any UserFacingError, isForVisitor: Bool = true) {
    let facts = isForVisitor ? error.message.sentence : "The server's own messages have the details."
    let advice: HTML? = error.advice.map { "<br>\($0.sentence)" }
    title = (error as? StoreError).flatMap(Refusal.title) ?? "That didn't work"
    message = "\(facts)\(advice)"
    if error.kind == .tryAgain { headers[.retryAfter] = "5" }
    status =
      switch error.kind {
      case .usage, .badData, .no: .unprocessableContent
      case .tryAgain, .unavailable: .serviceUnavailable
      default: .internalServerError
      }
  }

  /// The titles for states of the library that last until someone does something; `nil` for others.
  private static func title(_ error: StoreError) -> String? {
    switch error.code {
    case .displaced: "The library is gone"
    case .newerVersion: "This hsync is too old for the library"
    case .busy: "The library is busy"
    case .diskFull: "The disk is full"
    case .damaged: "The library is damaged"
    default: nil
    }
  }

  init(status: HTTPResponse.Status, title: String, message: HTML, headers: HTTPFields = [:]) {
    (self.status, self.title, self.message, self.headers) = (status, title, message, headers)
  }

  /// - Parameter session: `nil` = the browser isn't paired, or isn't identified yet.
  func response(_ session: PageSession?) -> Response {
    // Where no page of this address can be shown, a link would lead back here.
    let isShutOut = status == .unauthorized || status == .misdirectedRequest
    let today: HTML? = isShutOut ? nil : "<p><a class=\"button plain\" href=\"/\">Today</a></p>"
    let page = Page(
      title: title, state: .error, isNarrow: true, session: session,
      content: "<p class=\"banner bad\" role=\"alert\">\(message)</p>\(today)")
    var response = page.response(status)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Hint {
  /// The advice with remedies worded as commands, for pages without their own words.
  var advice: String { words(\.command) }
}

extension String {
  /// Returns a sentence for a page, with a capital first letter and a full stop.
  var sentence: String { asTitle.withFullStop }

  /// Returns a sentence with only the full stop added, because it begins with the user's own text.
  var withFullStop: String {
    guard let last else { return self }
    return self + (last.isPunctuation && last != ")" && last != "\"" ? "" : ".")
  }
}
