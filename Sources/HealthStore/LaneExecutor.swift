import Dispatch

/// Runs the steps of asynchronous work on one thread of `WorkLanes`, one after the other.
final class LaneExecutor: TaskExecutor {
  private let lane: DispatchQueue

  init(lane: DispatchQueue) { self.lane = lane }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
