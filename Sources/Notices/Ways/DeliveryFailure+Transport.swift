import Transport

extension DeliveryFailure {
  /// The failure of a request that got no answer. One that may have arrived isn't sent again.
  init(_ error: TransportError) {
    switch error.code {
    case .timeout, .interrupted, .garbled, .tooLarge, .cancelled: self.init(.unknown, error.message)
    case .resolve, .connect, .tls, .certificateDate, .certificateHost, .certificateIssuer, .redirectRefused, .badURL, .badRequest,
      .libraryUnavailable:
      self.init(.unreachable, error.message)
    }
  }
}
