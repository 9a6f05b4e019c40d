import HealthModel
import HealthSync
import Settings
import Usage

/// Checks the folders of health exports: `Granted` or `Not granted`, with the remedy.
struct SourcesCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    guard case .success(let values) = premises.settings, let configuration = try? Configuration(values) else { return [] }
    let folders = configuration.healthFolders.map(SourceFolder.init(path:))
    guard !folders.isEmpty else { return [.ok("sources", "no folder is connected (hsync config set health.folders FOLDER)")] }
    return folders.map { folder in
      let access = folder.access
      let words = "\(premises.shown(folder.path)) \(access.words)"
      guard access != .granted else { return .ok("sources", words) }
      return .fail("sources", words, access.hint(for: folder.path).map { premises.shown(sentence: $0.words(\.command)) })
    }
  }
}
