import HealthModel
import Transport

/// The requests to Open Food Facts and the meaning of its answers: values in, values out.
struct OpenFoodFactsService {
  /// The result of a request.
  enum Verdict {
    /// The product, and the answer to remember.
    case found(Product, body: String)
    /// No such product, and the answer to remember.
    case notFound(body: String)
    /// The service can't be reached through the network; a retry may work within a second.
    case unreachable(String)
    /// The service has an error; no requests are sent for a while, at least as long as it demands.
    case trouble(String, retryAfterMs: Int64?)
    /// It rejects this request; if `isBan`, all requests of this client.
    case refused(String, isBan: Bool)
  }

  /// The forms of answers about a product.
  enum Form: String {
    /// The values of a product in one flat object.
    case usual = "v2"
    /// `nutrition.aggregated_set`: the only one with the values of servings below 5 g (openfoodfacts-server#13682).
    case newer = "v3.5"
  }

  private let baseURL: String
  private let userAgent: String
  /// Two or three letters `a`…`z`, or `nil`.
  let language: String?
  private let allowsInsecureHTTP: Bool

  /// - Parameter language: Two or three letters `a`…`z`, or `nil`.
  init(baseURL: String, userAgent: String, language: String?, allowsInsecureHTTP: Bool) {
    var base = baseURL[...]
    while base.hasSuffix("/") { base.removeLast() }
    self.baseURL = String(base)
    self.userAgent = userAgent
    self.language = language
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }

  /// `GET {base}/api/v2/product/{number}?fields=…`.
  func request(for gtin: GTIN, _ form: Form) -> HTTPRequest {
    request("\(form.rawValue)/product/\(gtin)?fields=\(fields)", maxResponseBytes: 4 << 20)
  }

  /// `GET {base}/api/v2/…`.
  func request(_ path: String, maxResponseBytes: Int) -> HTTPRequest {
    HTTPRequest(
      url: "\(baseURL)/api/\(path)", headers: [("User-Agent", userAgent), ("Accept", "application/json")],
      timeouts: Timeouts(total: .seconds(30)), maxResponseBytes: maxResponseBytes,
      redirectHosts: OpenFoodFactsService.hosts.union([ownHost]), allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// The names of the fields that are asked for, with commas. There is no field for names in all languages: those of the most products are named.
  var fields: String {
    let languages = OpenFoodFactsService.languages + (language.map { OpenFoodFactsService.languages.contains($0) ? [] : [$0] } ?? [])
    return (OpenFoodFactsService.fields + languages.map { "product_name_" + $0 }).joined(separator: ",")
  }

  /// Interprets a response.
  func verdict(on response: HTTPResponse, askedFor gtin: GTIN, _ form: Form, nowMs: Int64) -> Verdict {
    let retryAfterMs = RetryAfter(of: response, nowMs: nowMs)?.delayMs
    switch response.status {
    case 200, 404:
      guard let json = try? JSON(parsing: response.body) else {
        // A mirror that has only the usual form has no trouble.
        if form == .newer, response.status == 404 { return .refused("this address has no newer form of answers", isBan: false) }
        let isPage = response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        return .trouble(
          "Open Food Facts answered with \(isPage ? "a web page" : "a damaged answer") instead of a product", retryAfterMs: retryAfterMs)
      }
      switch OpenFoodFactsAnswer(json, askedFor: gtin, language: language) {
      case .found(let product) where response.status == 200: return .found(product, body: json.text)
      case .notFound: return .notFound(body: json.text)
      case .other(let code): return .unreachable("Open Food Facts answered about \(code ?? "another product") instead of \(gtin)")
      case .found, .unreadable: return .trouble("Open Food Facts answered in a form that isn't known", retryAfterMs: retryAfterMs)
      }
    case 401, 403:
      return .refused("Open Food Facts refuses us (\(response.status)): the address is banned, or the User-Agent", isBan: true)
    case 429: return .trouble("Open Food Facts got too many requests (429)", retryAfterMs: retryAfterMs)
    case 408, 425, 500...: return .trouble("Open Food Facts has trouble (\(response.status))", retryAfterMs: retryAfterMs)
    default: return .refused("Open Food Facts refuses the request (\(response.status))", isBan: false)
    }
  }

  /// Interprets a failed request.
  ///
  /// - Throws: Errors that aren't caused by the service: cancelled, no libcurl, an unusable address.
  func verdict(on error: TransportError) throws(ProductError) -> Verdict {
    switch error.code {
    case .resolve, .connect: .unreachable(error.message)
    case .timeout, .interrupted, .garbled, .tooLarge, .redirectRefused, .tls, .certificateDate, .certificateHost, .certificateIssuer:
      .trouble(error.message, retryAfterMs: nil)
    case .badURL, .badRequest, .cancelled, .libraryUnavailable: throw ProductError(error)
    }
  }

  /// The names that the four databases have; a product that isn't food lives in one of the others.
  private static let hosts: Set<String> = [
    "world.openfoodfacts.org", "world.openbeautyfacts.org", "world.openpetfoodfacts.org", "world.openproductsfacts.org",
  ]

  private static let fields = [
    "code", "lang", "product_name", "generic_name", "brands", "quantity", "product_quantity", "product_quantity_unit",
    "serving_size", "serving_quantity", "serving_quantity_unit", "nutrition_data_per", "nutriments", "nutrition", "no_nutrition_data",
    "nutriscore_grade", "nova_group", "image_front_small_url", "last_modified_t", "rev", "product_type", "schema_version",
    "categories_tags", "nutrition_data_prepared_per",
  ]

  private static let languages = ["en", "fr", "de", "es", "it", "nl", "pt", "pl", "ro", "sv"]

  /// The host of the base address, without port.
  private var ownHost: String {
    let rest = baseURL.split(separator: "/").dropFirst().first ?? ""
    return rest.split(separator: ":").first.map { $0.lowercased() } ?? ""
  }
}
