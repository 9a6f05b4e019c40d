import HealthModel
import Settings
import Usage

/// Checks `config.toml` and the environment variables.
struct SettingsCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    switch premises.settings {
    case .failure(let error): return [premises.fail("settings", error)]
    case .success(let values): return file(values) + variables
    }
  }

  private func file(_ values: SettingValues) -> [Finding] {
    let path = premises.paths.configuration
    var findings: [Finding] = []
    for setting in values.settings {
      do throws(SettingsError) { _ = try values.found(setting) } catch {
        findings.append(premises.fail("settings", error))
      }
    }
    for name in values.unknown { findings.append(.warn("settings", SettingValues.complaint(about: name), "hsync config edit")) }
    guard let rights = FileRights(path) else {
      return findings.isEmpty ? [.ok("settings", "no \(premises.shown(path)): defaults count")] : findings
    }
    if rights.isWritableByOthers {
      findings.append(
        .warn("settings", "others may change \(premises.shown(path)) (\(rights.octal))", "chmod go-w \(premises.shown(path))"))
    }
    return findings.isEmpty ? [.ok("settings", premises.shown(path))] : findings
  }

  /// Finds mistyped variables, which would otherwise go unnoticed.
  private var variables: [Finding] {
    let known = Setting.all.compactMap(\.variable) + Setting.otherVariables
    return premises.paths.environment.keys.sorted().filter { $0.hasPrefix("HSYNC_") && !known.contains($0) }.map { name in
      .warn(
        "settings", "$\(name) is set, which hsync doesn't know", NearestName(among: known).nearest(to: name).map { "did you mean $\($0)?" })
    }
  }
}
