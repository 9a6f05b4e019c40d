extension HealthSource {
  /// Returns the kind of a source: by the device's model if that is a watch or a phone, else by the source's name.
  /// "Watch" must be a separate word, because there are apps called HeartWatch and WeightWatchers; "iPhone" may be part
  /// of a word.
  /// - Parameters:
  ///   - device: the description of the device, its model included; `nil` = none.
  ///   - name: the source's name: `Alex’s Apple Watch`.
  public static func kind(ofDevice device: String?, name: String) -> Kind {
    if let device = device?.lowercased() {
      if device.contains("watch") { return .watch }
      if ["iphone", "ipad", "ipod", "phone"].contains(where: device.contains) { return .phone }
    }
    let name = name.lowercased()
    if name.split(whereSeparator: { !$0.isLetter }).contains(where: { $0 == "watch" || $0 == "applewatch" }) { return .watch }
    return ["iphone", "ipad", "ipod"].contains(where: name.contains) ? .phone : .other
  }
}
