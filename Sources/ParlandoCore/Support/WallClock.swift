public import Foundation

/// Port: what the calendar says.
public protocol WallClock: Sendable {
    var now: Date { get }
}
