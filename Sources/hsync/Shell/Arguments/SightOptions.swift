import ArgumentParser

/// The options that show how a scan reads.
struct SightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write the photo with what was read drawn into it: a .png or .jpg file, which is replaced if it is there, a folder/ for several "
        + "photos, or - for standard output.",
      valueName: "out"),
    completion: .file(extensions: ["png", "jpg"]))
  var annotate: String?

  @Flag(help: "Show how each photo was read: what was looked at, who proposed which code, and the verdicts.")
  var explain = false
}
