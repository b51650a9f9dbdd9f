import ParlandoCore
import ParlandoServices

/// Whether a session can begin with the chosen model.
enum ModelReadiness: Equatable {
    case ready
    /// It is on disk and has to be woken.
    case asleep
    /// Nobody has said yet which model there is.
    case unknown
    /// Why it cannot.
    case refused(String)

    /// - Parameters:
    ///   - entry: the chosen model, nil: none.
    ///   - isKnown: whether the models there are have been told.
    init(_ entry: ModelEntry?, isKnown: Bool) {
        switch entry?.state {
        case .absent, .failed,
            nil where isKnown:
            self = .refused(tr("There is no speech model to listen with yet."))
        case .downloading, .verifying:
            self = .refused(tr("The speech model is still on its way. It will not be long."))
        case nil:
            self = .unknown
        case .present:
            self = .asleep
        case .preparing, .ready:
            self = .ready
        }
    }
}
