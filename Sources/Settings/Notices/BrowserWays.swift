import HealthModel
import HealthStore
import Notices
import Transport
import WebPush

/// The ways of delivery to browsers: one for each paired browser that asked for notices.
struct BrowserWays {
  private let library: Library
  private let settings: Configuration
  private let transport: any Transport
  private let now: @Sendable () -> Int64
  private let allowsLoopback: Bool

  init(
    _ library: Library, _ settings: Configuration, transport: some Transport, now: @escaping @Sendable () -> Int64, allowsLoopback: Bool
  ) {
    self.library = library
    self.settings = settings
    self.transport = transport
    self.now = now
    self.allowsLoopback = allowsLoopback
  }

  /// Returns the ways. A subscription with an earlier key, or one that isn't as this version stores it, is left out.
  ///
  /// - Throws: `StoreError`; `WebPushError` when the key can't be read; `SettingsError` when it is missing, or there is no contact address.
  func all() throws -> [any NoticeWay] {
    let sessions = BrowserSessions(library)
    let browsers = try sessions.all(seenSinceMs: now() - BrowserSession.lifetimeMs).filter { $0.push != nil }
    if browsers.isEmpty { return [] }
    guard let key = try VAPIDKeyFile(library: library.path).read() else {
      throw SettingsError(
        .configuration, "the key for notices in browsers is missing", hint: "turn notices off and on again on each browser's Settings page")
    }
    return try browsers.compactMap { browser in
      guard let push = browser.push,
        let json = try? JSON(parsing: push), json["server_key"].string == key.publicText,
        let subscription = try? PushSubscription(json: Array(push.utf8), allowsLoopback: allowsLoopback)
      else { return nil }
      guard let contact = settings.pushContact(origin: json["origin"].string) else {
        throw SettingsError(
          .configuration, "\(Setting.contact.name) isn't set: push services ask for an address",
          hint: "for example: \(Setting.contact.name) = \(Setting.contact.example); \(.settingsFile)")
      }
      let sender = PushSender(key: key, contact: contact, transport: transport, now: now)
      let hash = browser.hash
      return PushWay(browser: browser.id, subscription: subscription, sender: sender) { try? sessions.endPush(hash, push) }
    }
  }
}

extension Configuration {
  /// The address at which push services can reach the user: the one for Open Food Facts, else that of the way mail, else the pages' own.
  /// `nil` = there is none that they would accept.
  ///
  /// - Parameter origin: The pages' `https://` address; `nil` = they have none.
  package func pushContact(origin: String?) -> PushContact? {
    [contact, notices.mailFrom, notices.mailTo, origin].lazy.compactMap(\.self).compactMap { PushContact($0) }.first
  }
}
