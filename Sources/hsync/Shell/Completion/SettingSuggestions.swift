import ArgumentParser
import HealthModel
import Settings

extension CompletionKind {
  /// The settings by name, the profiles of the file too.
  static var settings: CompletionKind {
    .suggestions { _ in
      let settings = (try? SettingValues(paths: Paths()).settings) ?? Setting.all
      return settings.map { Suggestion($0.name, meaning: $0.about) }
    }
  }

  /// The values that the setting of `config set` can have, where these can be listed.
  static var settingValues: CompletionKind {
    .suggestions { request in
      guard let place = request.words.firstIndex(of: "set"), place + 1 < request.words.count else { return [] }
      switch (try? Setting.named(request.words[place + 1]))?.kind {
      case .flag: return ["true", "false"].map { Suggestion($0, meaning: "") }
      case .choice(let names): return names.map { Suggestion($0, meaning: "") }
      default: return []
      }
    }
  }

  /// The names of the profiles.
  static var profiles: CompletionKind {
    .suggestions { _ in ((try? SettingValues(paths: Paths()).profiles) ?? []).map { Suggestion($0.key, meaning: $0.about) } }
  }
}
