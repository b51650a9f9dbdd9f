/// State of a model.
///
///     absent → downloading → verifying → loading → warming → ready
///        ↑___________________ failed ______________________|
///
/// `present` means that the model is on disk but not in memory, either after an idle timeout or before first use.
public enum ModelState: Sendable, Equatable {
    /// A phase of preparing a model that takes noticeable time.
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

    /// Whether the model is being loaded into memory or warmed up.
    public var isPreparing: Bool {
        if case .preparing = self {
            return true
        }
        return false
    }

    /// Whether an operation is in progress that ends by itself.
    public var isBusy: Bool {
        switch self {
        case .downloading, .verifying, .preparing: true
        case .absent, .present, .ready, .failed: false
        }
    }
}

/// The reason that a model is unavailable: it could not be downloaded, or could not be used.
public enum ModelFailure: Error, Sendable, Equatable {
    case store(ModelError)
    case recognition(RecognitionError)
}

/// Progress of a download.
public struct TransferProgress: Sendable, Equatable {
    /// Bytes received, including those of earlier attempts.
    public var bytes: Int64
    /// Total bytes of the file.
    public var total: Int64
    /// Bytes per second, averaged over the last few seconds.
    public var rate: Double

    public init(bytes: Int64, total: Int64, rate: Double) {
        self.bytes = bytes
        self.total = total
        self.rate = rate
    }

    /// Completed fraction, 0…1.
    public var fraction: Double {
        total > 0 ? min(1, Double(bytes) / Double(total)) : 0
    }

    /// Estimated seconds left at the current rate; nil if unknown.
    public var secondsLeft: Double? {
        rate > 0 ? Double(max(0, total - bytes)) / rate : nil
    }
}
