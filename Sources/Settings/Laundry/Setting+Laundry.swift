extension Setting {
  /// The settings under `[laundry]`, in the order of `hsync config list`.
  package static let ofLaundry = all.filter { $0.name.hasPrefix("laundry.") }
}

extension SettingsFile {
  /// Takes the settings under `[laundry]` out of the file, so that their defaults apply again.
  ///
  /// - Throws: kind `.configuration` if the file can't be read, `.cantCreate` or `.io` if it can't be written.
  package func resetLaundry() throws(SettingsError) {
    for setting in Setting.ofLaundry { _ = try set(setting, to: nil) }
  }
}
