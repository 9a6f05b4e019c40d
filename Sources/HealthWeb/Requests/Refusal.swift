import Hummingbird

/// A request that isn't done, as a page that says why and what to do.
struct Refusal: Error, Sendable {
  let status: HTTPResponse.Status
  let title: String
  let message: HTML
  var headers: HTTPFields = [:]

  /// The browser has no session, or it has ended.
  static let notLetIn = Refusal(
    status: .forbidden, title: "This browser isn't let in",
    message: "On the computer with your data, run <code>hsync serve --pair</code> and open the link that it prints in this browser.")

  static let wrongHost = Refusal(
    status: .misdirectedRequest, title: "Wrong address", message: "This server answers under 127.0.0.1 and localhost, with its port.")

  /// What changes something didn't come from a page of ours.
  static let foreignPage = Refusal(
    status: .forbidden, title: "Nothing was changed",
    message: "The request didn't come from a page of this server. Go back to <a href=\"/\">today</a> and try again.")

  static let wrongCode = Refusal(
    status: .forbidden, title: "The link doesn't work any more",
    message: "A link works once, within 10 minutes. Get a new one: <code>hsync serve --pair</code>")

  static let notFound = Refusal(
    status: .notFound, title: "There is no such page", message: "Go to <a href=\"/\">today</a>.")

  static let tooLarge = Refusal(status: .contentTooLarge, title: "Too much was sent", message: "Go back and send less.")

  static let badForm = Refusal(
    status: .badRequest, title: "The form can't be read", message: "Go back to <a href=\"/\">today</a> and try again.")

  static func tooMany(afterSeconds seconds: Int) -> Refusal {
    Refusal(
      status: .tooManyRequests, title: "Too many wrong codes", message: "Try again in \((seconds + 59) / 60) min.",
      headers: [.retryAfter: String(seconds)])
  }

  var response: Response {
    var response = Page(title: title, state: .error, content: "<section class=\"card\"><p>\(message)</p></section>").response(status)
    response.headers.append(contentsOf: headers)
    return response
  }
}
