import Foundation
import ParlandoCore

/// List of models or voices that a service returned, with the time of the request. The list is requested again after a
/// day, because services add and withdraw models and voices.
struct DatedList<Item: Sendable>: Sendable {
    /// Time after which a list of models or voices is requested again, in seconds.
    static var lifetime: TimeInterval { 86_400 }

    let items: [Item]
    let date: Date

    /// Returns whether the list is less than a day old.
    func isFresh(at now: Date) -> Bool {
        // A clock that was set back must not keep a list for ever.
        (0..<Self.lifetime).contains(now.timeIntervalSince(date))
    }
}

/// Wall clock of the system.
struct RunningClock: WallClock {
    var now: Date { Date() }
}
