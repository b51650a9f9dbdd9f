import Foundation
import ParlandoCore

/// A list that a service has told, with the time at which it was read. After a day it is read again, because services
/// add and withdraw models and voices.
struct DatedList<Item: Sendable>: Sendable {
    /// Time after which the list is read again, in seconds.
    static var lifetime: TimeInterval { 86_400 }

    let items: [Item]
    let date: Date

    /// Returns whether the list need not be read again.
    func isFresh(at now: Date) -> Bool {
        // A clock that was set back must not keep a list for ever.
        (0..<Self.lifetime).contains(now.timeIntervalSince(date))
    }
}

/// The system's clock.
struct RunningClock: WallClock {
    var now: Date { Date() }
}
