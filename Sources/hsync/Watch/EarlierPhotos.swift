import HealthModel
import HealthStore
import Settings

/// The photos that were there before watching began. They weren't read then, for there may be thousands: that is made up for when a file comes that
/// may be one of them under another name, which takes the same size.
struct EarlierPhotos {
  private let ledger: PhotoLedger

  init(_ ledger: PhotoLedger) { self.ledger = ledger }

  /// Whether a file is one of them: touched, moved, renamed or copied.
  func have(_ file: PhotoFile, _ digest: PhotoDigest) throws -> Bool {
    for earlier in try ledger.unread(ofSize: file.size) {
      // Touched, most likely, where only the time is another one: another picture hardly ever has as many bytes, if they are compressed.
      let isTouchedAtMost = !PhotoName.hasFixedSize(earlier.path)
      if earlier.path == file.path {
        if isTouchedAtMost { return true }
      } else if let now = PhotoFile(at: earlier.path), now.size == earlier.size, isTouchedAtMost || now.isUntouched(since: earlier),
        let other = PhotoDigest(ofFile: earlier.path)
      {
        try ledger.noteBefore(now, other, atMs: LocalClock.nowMs)
        if other == digest { return true }
      } else if earlier.mtimeNs == file.mtimeNs {
        return true
      }
    }
    return false
  }
}
