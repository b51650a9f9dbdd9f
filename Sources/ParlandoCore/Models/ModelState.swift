/// Where a model stands.
///
///     absent → downloading → verifying → loading → warming → ready
///        ↑___________________ failed ______________________|
///
/// `present` is a model on disk that is not in memory: after an idle time-out, or before it is wanted.
public enum ModelState: Sendable, Equatable {
    /// A part of the way that takes time.
    public enum Phase: Sendable, Equatable {
        case loading
        case warming
    }

    case absent
    case downloading(TransferProgress)
    case verifying(fraction: Double)
    case present
    case preparing(Phase, fraction: Double)
    case ready
    case failed(ModelFailure)

    /// Whether something is under way that ends by itself.
    public var isBusy: Bool {
        switch self {
        case .downloading, .verifying, .preparing: true
        case .absent, .present, .ready, .failed: false
        }
    }
}

/// Why a model is not to be had: it could not be fetched, or not be used.
public enum ModelFailure: Error, Sendable, Equatable {
    case store(ModelError)
    case recognition(RecognitionError)
}

/// How far a download has come.
public struct TransferProgress: Sendable, Equatable {
    /// What has arrived, earlier tries included.
    public var bytes: Int64
    /// What there is to fetch.
    public var total: Int64
    /// Bytes a second over the last few seconds.
    public var rate: Double

    public init(bytes: Int64, total: Int64, rate: Double) {
        self.bytes = bytes
        self.total = total
        self.rate = rate
    }

    /// 0…1.
    public var fraction: Double {
        total > 0 ? min(1, Double(bytes) / Double(total)) : 0
    }

    /// Seconds until the end at this rate, or nil when nobody can tell.
    public var secondsLeft: Double? {
        rate > 0 ? Double(max(0, total - bytes)) / rate : nil
    }
}
