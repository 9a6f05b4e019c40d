import HealthModel
import Transport

/// Forecasts from Open-Meteo: the last good one from the cache, with newer parts from the network where they are due.
///
/// Their data is shown with "Weather data from Open-Meteo" and a link to https://open-meteo.com (CC BY 4.0).
package struct OpenMeteo: Sendable {
  /// The text to show with the data.
  package static let attribution = "Weather data from Open-Meteo"
  /// The link to show with the data.
  package static let link = "https://open-meteo.com"

  private let fetch: OpenMeteoFetch
  private let cache: ForecastCache

  /// A client.
  ///
  /// - Parameters:
  ///   - userAgent: `hsync/1.0 (contact)`.
  ///   - memory: Has the budget of calls.
  ///   - timeouts: The limits of each call.
  ///   - now: Milliseconds since 1970.
  ///   - pause: Waits before a call is repeated.
  package init(
    addresses: ForecastAddresses, userAgent: String, memory: any CallMemory, cache: ForecastCache, transport: any Transport,
    allowsInsecureHTTP: Bool = false, timeouts: Timeouts? = nil, now: @escaping @Sendable () -> Int64,
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    let requests = OpenMeteoRequests(
      addresses: addresses, userAgent: userAgent, timeouts: timeouts ?? OpenMeteoRequests.standardTimeouts,
      allowsInsecureHTTP: allowsInsecureHTTP)
    fetch = OpenMeteoFetch(requests: requests, memory: memory, transport: transport, now: now, pause: pause)
    self.cache = cache
  }

  /// Returns the last good forecast, after asking for the parts that are due. The three calls run side by side; each of them may fail alone.
  ///
  /// It stays on its caller's thread as long as nothing is due.
  ///
  /// - Throws: `.memory`, `.transport`, `.cancelled`. A service in trouble isn't an error.
  nonisolated(nonsending) package func forecast(for place: Place, refresh: ForecastRefresh = .ifDue) async throws(ForecastError)
    -> ForecastAnswer
  {
    let kept = cache.forecast(for: place)
    // Without a call there is nothing to do side by side, and starting tasks takes longer than reading the cache.
    if let weather = outcomeWithoutCall(kept?[.weather], refresh), let marine = outcomeWithoutCall(kept?[.marine], refresh),
      let air = outcomeWithoutCall(kept?[.air], refresh)
    {
      return ForecastAnswer(forecast: kept, outcomes: PerPart(weather: weather, marine: marine, air: air), cacheError: nil)
    }
    async let weather = outcome(of: .weather, place, kept, refresh)
    async let marine = outcome(of: .marine, place, kept, refresh)
    async let air = outcome(of: .air, place, kept, refresh)
    let asked = PerPart(weather: await weather, marine: await marine, air: await air)
    let results = PerPart(weather: try asked.weather.get(), marine: try asked.marine.get(), air: try asked.air.get())
    var forecast = kept ?? PlaceForecast(place: place)
    var isNew = false
    for part in ForecastPart.allCases {
      guard let answer = results[part].answer else { continue }
      forecast[part] = answer
      isNew = true
    }
    var cacheError: ForecastError?
    if isNew { do throws(ForecastError) { forecast = try cache.keep(forecast) } catch { cacheError = error } }
    return ForecastAnswer(forecast: forecast.isEmpty ? nil : forecast, outcomes: results.map(\.outcome), cacheError: cacheError)
  }

  /// Searches places by name, the most important first.
  ///
  /// - Parameters:
  ///   - name: 2…100 characters: a town, part of one, or a postal code.
  ///   - language: Two letters, for the names in the answer; English for anything else.
  /// - Returns: Up to `count` places, none if no place has that name; or the reason why the search can't be done now.
  /// - Throws: `.badName`, `.memory`, `.transport`, `.cancelled`.
  package func places(named name: String, language: String = "en", count: Int = 10) async throws(ForecastError) -> PlaceAnswer {
    guard let name = ForeignText.cleaned(name), (2...100).contains(name.count) else {
      throw ForecastError(code: .badName, message: "a place's name has 2 to 100 characters", kind: .usage)
    }
    let letters = language.lowercased()
    let isLanguage = letters.utf8.count == 2 && letters.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let request = fetch.requests.search(name, language: isLanguage ? letters : "en", count: min(max(count, 1), 100))
    let result = try await fetch.result(of: request, from: .geocoding, noun: "Open-Meteo's search for places") { $0.members != nil }
    switch result {
    case .answer(let json, _): return .places((json["results"].array ?? []).prefix(100).compactMap { FoundPlace(json: $0) })
    case .unchanged, .noData: return .places([])
    case .trouble(let trouble): return .trouble(trouble)
    }
  }

  /// Asks for a part if it is due. Returns the new state of the part where it changed.
  private func outcome(
    of part: ForecastPart, _ place: Place, _ kept: PlaceForecast?, _ refresh: ForecastRefresh
  ) async -> Result<(outcome: PartOutcome, answer: PartForecast?), ForecastError> {
    let earlier = kept?[part]
    if let outcome = outcomeWithoutCall(earlier, refresh) { return .success((outcome, nil)) }
    let request = fetch.requests.request(part, for: place, earlier: earlier)
    do throws(ForecastError) {
      let result = try await fetch.result(of: request, from: CallTarget(part), noun: part.noun) { json in
        guard let reading = OpenMeteoReading(json, part) else { return false }
        // A coast doesn't become an inland place, nor air nothing: an answer without any value is damaged unless it was so before.
        return reading.hasValues(of: part) || part != .weather && earlier?.hasValues(of: part) != true
      }
      return .success(settled(result, part, request.url, earlier))
    } catch {
      return .failure(error)
    }
  }

  /// The outcome without a call; `nil` when one is due.
  private func outcomeWithoutCall(_ earlier: PartForecast?, _ refresh: ForecastRefresh) -> PartOutcome? {
    guard let dueAfterMs = refresh.dueAfterMs else { return .trouble(.offline) }
    guard let earlier else { return nil }
    // A clock that was set back makes the last answer due.
    return (0..<dueAfterMs).contains(fetch.now() - earlier.fetchedAtMs) ? .recent : nil
  }

  private func settled(
    _ result: OpenMeteoFetch.Result, _ part: ForecastPart, _ url: String, _ earlier: PartForecast?
  ) -> (outcome: PartOutcome, answer: PartForecast?) {
    let nowMs = fetch.now()
    switch result {
    case .answer(let json, let response):
      guard let reading = OpenMeteoReading(json, part) else {
        return (.trouble(.temporary(sentence: "\(part.noun) answered in a form that isn't known", retryAtMs: nil)), nil)
      }
      let answer = PartForecast(
        fetchedAtMs: nowMs, hours: reading.hours, daylight: reading.daylight, oddities: reading.oddities, url: url,
        entityTag: response.header("ETag"), lastModified: response.header("Last-Modified"))
      return (.updated, answer.keeping(earlier, nowMs: nowMs))
    case .unchanged:
      guard var earlier else {
        return (.trouble(.temporary(sentence: "\(part.noun) answered in a form that isn't known", retryAtMs: nil)), nil)
      }
      earlier.fetchedAtMs = nowMs
      return (.unchanged, earlier)
    case .noData:
      if let earlier, earlier.hasValues(of: part) {
        return (.trouble(.refused(sentence: "\(part.noun) has no data for this place")), nil)
      }
      return (.updated, PartForecast(fetchedAtMs: nowMs, hours: [], url: url))
    case .trouble(let trouble): return (.trouble(trouble), nil)
    }
  }
}

/// The answer of a search for places.
package enum PlaceAnswer: Sendable {
  /// The places that were found, none if no place has that name.
  case places([FoundPlace])
  /// The search can't be done now.
  case trouble(ForecastTrouble)
}
