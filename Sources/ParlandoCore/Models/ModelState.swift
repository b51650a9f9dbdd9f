/// State of a model on this computer.
///
///     absent → downloading → verifying → loading → warming → ready
///        ↑___________________ failed ______________________|
///
/// `present` means that the model is on disk but not in memory, either because it has not been used yet, or because it
/// was unloaded after an idle timeout.
public enum ModelState: Sendable, Equatable {
    /// A phase of preparing a model for use: it is loaded into memory, and then warmed up by a first computation.
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

    /// Whether the model is being downloaded, verified, loaded or warmed up.
    public var isBusy: Bool {
        switch self {
        case .downloading, .verifying, .preparing: true
        case .absent, .present, .ready, .failed: false
        }
    }
}

/// Reason why a model is unavailable: a download failed, or the model could not be used.
public enum ModelFailure: Error, Sendable, Equatable {
    case store(ModelError)
    case recognition(RecognitionError)
}

/// Progress of a model's download.
public struct TransferProgress: Sendable, Equatable {
    /// Bytes received, including those of earlier attempts.
    public var bytes: Int64
    /// Size of the whole file in bytes.
    public var total: Int64
    /// Download speed in bytes per second, averaged over the last few seconds.
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

    /// Estimated remaining time in seconds at the current speed; nil if unknown.
    public var secondsLeft: Double? {
        rate > 0 ? Double(max(0, total - bytes)) / rate : nil
    }
}
