import HealthModel
import HealthSync

/// Checks whether the user is signed in, and who can read the token.
struct AccountCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    let file = AccountFile(library: premises.library)
    let shown = premises.shown(file.path)
    guard let rights = FileRights(file.path) else {
      return [.ok("account", "not signed in; nothing leaves this machine (to sync: hsync login --url URL)")]
    }
    if rights.isOpenToOthers {
      return [.fail("account", "other users can read the token in \(shown) (\(rights.octal))", "chmod 600 \(shown)")]
    }
    do throws(SyncError) {
      return try file.read() == nil ? [] : [.ok("account", "signed in; the token is in \(shown)")]
    } catch {
      return [premises.fail("account", error)]
    }
  }
}
