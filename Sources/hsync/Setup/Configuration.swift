import Foundation
import HealthModel
import TOMLKit

/// The user's settings: `config.toml`, with the environment over it. An absent file is an empty one.
///
/// ```toml
/// [products]
/// off_url = "https://world.openfoodfacts.org"   # HSYNC_OFF_URL
/// contact = "me@example.org"                    # HSYNC_CONTACT; Open Food Facts asks for one
/// language = "fr"                               # else the locale's
/// file = "/home/me/products.tsv"                # HSYNC_PRODUCTS; asked before Open Food Facts
/// offline = false                               # HSYNC_OFFLINE=1
///
/// [sync]
/// insecure_http = false                         # plain http to another machine
/// ```
struct Configuration {
  let openFoodFactsURL: String
  let contact: String
  let language: String?
  let productFile: String?
  let isOffline: Bool
  let allowsInsecureHTTP: Bool

  /// Reads the file if there is one. A file that isn't TOML, or a value of the wrong type, is an error that names it.
  init(paths: Paths) throws {
    let table = try Configuration.table(at: paths.configuration)
    let products = table?["products"]?.table
    func text(_ key: String, in section: TOMLTable?, _ variable: String?) throws -> String? {
      if let variable, let value = paths.value(variable) { return value }
      guard let value = section?[key] else { return nil }
      guard let text = value.string else { throw Configuration.wrong(key, "a text in quotes", paths) }
      return text
    }
    func flag(_ key: String, in section: TOMLTable?, _ variable: String?) throws -> Bool {
      if let variable, let value = paths.value(variable) { return value != "0" }
      guard let value = section?[key] else { return false }
      guard let flag = value.bool else { throw Configuration.wrong(key, "true or false", paths) }
      return flag
    }
    openFoodFactsURL = try text("off_url", in: products, "HSYNC_OFF_URL") ?? "https://world.openfoodfacts.org"
    contact = try text("contact", in: products, "HSYNC_CONTACT") ?? "no contact set"
    language = try text("language", in: products, nil) ?? Configuration.language(of: paths)
    productFile = try text("file", in: products, "HSYNC_PRODUCTS")
    isOffline = try flag("offline", in: products, "HSYNC_OFFLINE")
    allowsInsecureHTTP = try flag("insecure_http", in: table?["sync"]?.table, nil)
  }

  /// How we introduce ourselves to Open Food Facts, which bans nameless programs.
  var userAgent: String { "hsync/\(Version.text) (\(contact))" }

  private static func table(at path: String) throws -> TOMLTable? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path), let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.configuration, "\(path) can't be read as text", hint: "check its rights and that it is UTF-8")
    }
    do {
      return try TOMLTable(string: text)
    } catch {
      let place = (error as? TOMLParseError).map { ", line \($0.source.begin.line)" } ?? ""
      throw CommandError(.configuration, "\(path) is not valid TOML\(place)", hint: "https://toml.io shows the syntax")
    }
  }

  private static func wrong(_ key: String, _ expected: String, _ paths: Paths) -> CommandError {
    CommandError(.configuration, "\(key) in \(paths.configuration) must be \(expected)")
  }

  /// The language of the locale: `fr` of `fr_FR.UTF-8`; `nil` for C and POSIX.
  private static func language(of paths: Paths) -> String? {
    let locale = paths.value("LC_ALL") ?? paths.value("LC_MESSAGES") ?? paths.value("LANG") ?? ""
    let code = locale.prefix { $0.isLetter }
    return code.count == 2 ? code.lowercased() : nil
  }
}
