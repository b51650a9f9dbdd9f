/// State of a model on this computer.
///
///     absent → downloading → verifying → loading → warming → ready
///        ↑___________________ failed ______________________|
///
/// `present` means that the model is on disk but not in memory, either because it has not been used yet, or because it
/// was unloaded after an idle timeout.
public enum ModelState: Sendable, Equatable {
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

    public var isPreparing: Bool {
        if case .preparing = self {
            return true
        }
        return false
    }
}

public enum ModelFailure: Error, Sendable, Equatable {
    case store(ModelError)
    case recognition(RecognitionError)
}

public struct TransferProgress: Sendable, Equatable {
    /// Includes bytes of earlier attempts.
    public var bytes: Int64
    public var total: Int64
    /// Bytes per second, averaged over the last few seconds.
    public var rate: Double
    /// Number of the retry under way, from 1 to `mostRetries`; 0 for the first try.
    public var retry: Int

    /// In a row, without anything new arriving.
    public static let mostRetries = 3

    public init(bytes: Int64, total: Int64, rate: Double, retry: Int = 0) {
        self.bytes = bytes
        self.total = total
        self.rate = rate
        self.retry = retry
    }

    /// 0…1.
    public var fraction: Double {
        total > 0 ? min(1, Double(bytes) / Double(total)) : 0
    }

    /// At the current speed; nil if unknown.
    public var secondsLeft: Double? {
        rate > 0 ? Double(max(0, total - bytes)) / rate : nil
    }
}
