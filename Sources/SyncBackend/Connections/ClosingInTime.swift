import NIOCore

/// A handler that closes its connection when something hasn't happened in time.
///
/// One timer for all of a connection's deadlines, which looks for the current one when it ends: cancelling a timer costs the more the more
/// connections there are.
protocol ClosingInTime: AnyObject, SendableMetatype {
  /// When the connection is closed; `nil` while nothing is expected.
  var due: NIODeadline? { get set }
  /// The timer that looks at `due`.
  var timer: Scheduled<Void>? { get set }
}

extension ClosingInTime {
  /// Sees to it that `due` is looked at when it comes.
  func watch(_ context: ChannelHandlerContext) {
    guard timer == nil, let due else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: due) {
      let (handler, context) = bound.value
      handler.timer = nil
      if let due = handler.due, due <= context.eventLoop.now { context.close(promise: nil) } else { handler.watch(context) }
    }
  }

  /// The connection has ended.
  func stopWatching() {
    timer?.cancel()
    due = nil
  }
}
