import HealthModel
import Transport

/// A request about many numbers: a search by their codes.
extension OpenFoodFactsService {
  /// The result of a search.
  enum SearchVerdict {
    /// The answers to cache, by their numbers: those of the products that it has.
    case found([GTIN: String])
    /// The service has an error; no search is sent for a while, at least as long as it demands.
    case trouble(retryAfterMs: Int64?)
    /// It rejects all requests of this client.
    case banned
  }

  /// The most numbers of a search: its address stays below 8 kB, the limit of their server.
  static let numbersPerSearch = 100

  /// `GET {base}/api/v2/search?code=A,B,…&fields=…&page_size=100`.
  func request(forAll gtins: [GTIN]) -> HTTPRequest {
    let codes = gtins.map(\.description).joined(separator: ",")
    return request(
      "v2/search?code=\(codes)&fields=\(fields)&page_size=\(OpenFoodFactsService.numbersPerSearch)", maxResponseBytes: 32 << 20)
  }

  /// Interprets the answer to a search: `{"count": 2, "products": [{"code": …, …}, …]}`.
  ///
  /// A number that isn't in it may still be that of a product, because the search has no other flavours of the database and lags behind.
  func verdict(onSearch response: HTTPResponse, askedFor gtins: [GTIN], nowMs: Int64) -> SearchVerdict {
    if response.status == 401 || response.status == 403 { return .banned }
    guard response.status == 200, let json = try? JSON(parsing: response.body), let products = json["products"].array else {
      return .trouble(retryAfterMs: RetryAfter(of: response, nowMs: nowMs)?.delayMs)
    }
    let asked = Set(gtins)
    var bodies: [GTIN: String] = [:]
    for product in products {
      guard let code = OpenFoodFactsProduct.text(product["code"]), let gtin = GTIN(digits: code), asked.contains(gtin), bodies[gtin] == nil
      else { continue }
      // The envelope of an answer about the product alone, so that the cache has one form.
      let body: JSON = .object([("code", .string(code)), ("status", JSON(1)), ("product", product)])
      guard case .found = OpenFoodFactsAnswer(body, askedFor: gtin, language: language),
        !OpenFoodFactsAnswer.lacksSmallServing(body, askedFor: gtin)
      else { continue }
      bodies[gtin] = body.text
    }
    return .found(bodies)
  }
}
