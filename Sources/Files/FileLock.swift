import Glibc

/// Takes or changes a descriptor's `flock`, whatever interrupts the waiting for it. It goes with the descriptor, or with the process.
///
/// - Parameter kind: `LOCK_EX` or `LOCK_SH`; with `LOCK_NB` nobody is waited for.
/// - Returns: `false` when it can't be had; `errno` then says why, `EWOULDBLOCK` that another has it.
package func takeLock(of descriptor: Int32, _ kind: Int32) -> Bool {
  while flock(descriptor, kind) != 0 { if errno != EINTR { return false } }
  return true
}
