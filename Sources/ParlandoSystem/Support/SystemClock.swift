public import Foundation
public import ParlandoCore

/// The computer's wall clock.
public struct SystemClock: WallClock {
    public init() {}

    public var now: Date {
        Date()
    }
}
