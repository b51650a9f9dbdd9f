public import Foundation
public import ParlandoCore

/// A calendar that stands still.
public struct FixedClock: WallClock {
    public let now: Date

    public init(_ now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        self.now = now
    }
}
