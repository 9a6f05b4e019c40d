import HealthModel

/// The types, sources, units and devices of one export: gives each a place in the import's lists when it is first met, and puts it into
/// the batch that is being filled.
struct AppleNames: ~Copyable {
  /// A unit and what it does to values; of a category's word its number.
  struct Unit {
    let place: Int32
    /// The type of the records: that which was asked for, or where the unit isn't understood, one of its own.
    let type: Int32
    let factor: Double
    let shift: Double
    /// The value of a category's word.
    let code: Double
  }

  /// The limit of distinct names of one sort, far above real exports.
  private static let most = 100_000
  /// Names are cut after so many bytes; real ones have less than 100.
  private static let longest = 1000

  private var typeCache = ByteTable()
  private var typePlaces: [String: Int32] = [:]
  private var typeNames: [String] = []

  private var sourceCache = ByteTable()
  private var sourceNumbers: [String: Int32] = [:]
  private var sources: [(name: String, kind: HealthSource.Kind, place: Int32)] = []
  private var sourcesSent: Int32 = 0
  private var lastPair: (source: Int32, device: Int32, place: Int32) = (-1, -1, -1)

  private var deviceCache = ByteTable()
  private var devicePlaces: [String: Int32] = [:]
  private var deviceModels: [String] = []

  private var wordCache = ByteTable()
  private var wordNumbers: [String: Int32] = [:]
  private var words: [String] = []
  private var units: [UnitKey: Unit] = [:]
  private var lastUnit: (key: UnitKey, unit: Unit)?
  private var unitPlaces: [SampleUnit: Int32] = [:]

  private struct UnitKey: Hashable {
    let type: Int32
    /// -1 = none was given.
    let word: Int32
    let isCategory: Bool
  }

  /// The place of a type; `type` is Apple's identifier as it is written.
  @inline(__always) mutating func type(_ type: ByteText, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Int32 {
    let place = typeCache.number(of: type)
    return place >= 0 ? place : try newType(type, &text, &batch)
  }

  /// The name of the type at `place`.
  func typeName(_ place: Int32) -> String { typeNames[Int(place)] }

  /// Returns the index of a source. If its first record shows neither a watch nor a phone, but a later record's device
  /// does, the source is added to the list again, with the more specific kind.
  @inline(__always)
  mutating func source(_ name: ByteText, device: Int32, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Int32 {
    var number = sourceCache.number(of: name)
    if number < 0 { number = try newSource(name, &text) }
    if lastPair.source == number, lastPair.device == device { return lastPair.place }
    return try place(ofSource: number, device: device, &batch)
  }

  /// Returns the index of a device, -1 when none is given.
  @inline(__always) mutating func device(_ attribute: ByteText, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Int32 {
    guard !attribute.isEmpty else { return -1 }
    let key = AppleDevice.withoutAddress(attribute)
    let place = deviceCache.number(of: key)
    return place >= 0 ? place : try newDevice(key, &text, &batch)
  }

  /// Returns the unit of a value of the type at index `type`. `word` is the unit, which may be missing; if
  /// `isCategory`, it is a category's value instead.
  @inline(__always)
  mutating func unit(_ word: ByteText, isCategory: Bool, type: Int32, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Unit {
    var number: Int32 = -1
    if word.isPresent {
      number = wordCache.number(of: word)
      if number < 0 { number = try newWord(word, &text) }
    }
    let key = UnitKey(type: type, word: number, isCategory: isCategory)
    if let lastUnit, lastUnit.key == key { return lastUnit.unit }
    return try unit(key, &batch)
  }

  /// The unit of records of the type at `type` without a value.
  mutating func noValue(type: Int32, _ batch: inout HealthBatch) throws -> Unit {
    Unit(place: try place(of: .noValue, &batch), type: type, factor: 1, shift: 0, code: 0)
  }
}

// MARK: - Names that are met for the first time

extension AppleNames {
  private mutating func newType(_ type: ByteText, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Int32 {
    let place = try place(ofType: SampleType.name(ofApple: text.string(type.prefix(Self.longest))), &batch)
    typeCache.insert(type, place)
    return place
  }

  private mutating func place(ofType name: String, _ batch: inout HealthBatch) throws -> Int32 {
    if let place = typePlaces[name] { return place }
    let place = try next(typeNames.count, "types")
    typePlaces[name] = place
    typeNames.append(name)
    batch.newTypes.append(name)
    return place
  }

  private mutating func newSource(_ name: ByteText, _ text: inout XMLText) throws -> Int32 {
    let said = text.string(name.prefix(Self.longest))
    let decoded = said.utf8.allSatisfy { $0 <= 0x20 } ? HealthOrigin.appleHealth.unnamedSource : said
    let number = try sourceNumbers[decoded] ?? next(sources.count, "sources")
    if sourceNumbers.updateValue(number, forKey: decoded) == nil {
      sources.append((decoded, .other, -1))
    }
    sourceCache.insert(name, number)
    return number
  }

  private mutating func place(ofSource number: Int32, device: Int32, _ batch: inout HealthBatch) throws -> Int32 {
    let source = sources[Int(number)]
    if source.place < 0 || (source.kind == .other && device >= 0) {
      let kind = HealthSource.kind(ofDevice: device < 0 ? nil : deviceModels[Int(device)], name: source.name)
      if source.place < 0 || kind != .other {
        sources[Int(number)] = (source.name, kind, try next(Int(sourcesSent), "sources"))
        sourcesSent += 1
        batch.newSources.append(HealthSource(name: source.name, kind: kind, origin: .appleHealth))
      }
    }
    lastPair = (number, device, sources[Int(number)].place)
    return lastPair.place
  }

  private mutating func newDevice(_ key: ByteText, _ text: inout XMLText, _ batch: inout HealthBatch) throws -> Int32 {
    let device = AppleDevice(text.string(key.prefix(Self.longest)))
    let place = try devicePlaces[device.text] ?? next(deviceModels.count, "devices")
    if devicePlaces.updateValue(place, forKey: device.text) == nil {
      deviceModels.append(device.model)
      batch.newDevices.append(device.text)
    }
    deviceCache.insert(key, place)
    return place
  }

  private mutating func newWord(_ word: ByteText, _ text: inout XMLText) throws -> Int32 {
    let decoded = text.string(word.prefix(Self.longest))
    let number = try wordNumbers[decoded] ?? next(words.count, "units")
    if wordNumbers.updateValue(number, forKey: decoded) == nil { words.append(decoded) }
    wordCache.insert(word, number)
    return number
  }

  private mutating func unit(_ key: UnitKey, _ batch: inout HealthBatch) throws -> Unit {
    if let unit = units[key] {
      lastUnit = (key, unit)
      return unit
    }
    let word = key.word < 0 ? "" : words[Int(key.word)]
    let name = typeNames[Int(key.type)]
    let told = key.isCategory ? SampleUnit(name: word, stored: "") : SampleUnit.stored(word, type: name)
    let type = told.isUnderstood ? key.type : try place(ofType: SampleType.name(of: name, in: told), &batch)
    let code = key.isCategory ? Double(CategoryCode.number(of: word)) : 0
    let unit = Unit(place: try place(of: told, &batch), type: type, factor: told.factor, shift: told.shift, code: code)
    units[key] = unit
    lastUnit = (key, unit)
    return unit
  }

  private mutating func place(of unit: SampleUnit, _ batch: inout HealthBatch) throws -> Int32 {
    if let place = unitPlaces[unit] { return place }
    let place = try next(unitPlaces.count, "units")
    unitPlaces[unit] = place
    batch.newUnits.append(unit)
    return place
  }

  private func next(_ count: Int, _ what: String) throws -> Int32 {
    guard count < Self.most else {
      throw ImportError(.dangerous, "the export names more than \(Self.most) \(what): no person has so many")
    }
    return Int32(count)
  }
}
