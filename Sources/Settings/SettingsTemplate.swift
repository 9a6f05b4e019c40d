/// The text that the editor shows when there is no file yet: every setting as a comment.
package enum SettingsTemplate {
  /// TOML that says nothing.
  package static var text: String {
    var text = "# Settings of hsync. Take the # away from a line to set it; docs/config.md tells more.\n"
    var section = ""
    for setting in Setting.all {
      if setting.section != section { text += "\n[\(setting.section)]\n" }
      section = setting.section
      text += "# \(setting.about)\n# \(setting.key) = \(setting.example)\n"
    }
    return text + "\n[profiles]\n# Other libraries, for hsync … --profile NAME\n# anna = \"~/anna/hsync.db\"\n"
  }
}
