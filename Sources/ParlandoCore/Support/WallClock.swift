public import Foundation

/// Port: the current date and time.
public protocol WallClock: Sendable {
    var now: Date { get }
}
