/// Zones that are printed by an abbreviation which means one offset only.
enum ZoneAbbreviation {
  /// Minutes east of UTC of a name in small letters; `nil` for what isn't known or means several (`ist` is India, Ireland and Israel).
  static func offsetMin(_ name: String) -> Int? { offsets[name] }

  /// The American ones are those of RFC 5322.
  private static let offsets: [String: Int] = [
    "z": 0, "gmt": 0, "utc": 0, "ut": 0, "wet": 0, "west": 60, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "eet": 120, "eest": 180,
    "msk": 180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "akst": -540,
    "akdt": -480, "hst": -600, "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "pht": 480, "wib": 420, "ict": 420, "sast": 120, "eat": 180,
    "awst": 480, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
  ]
}
