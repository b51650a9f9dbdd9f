public import Foundation
public import ParlandoCore

/// Wall clock that always shows the same time.
public struct FixedClock: WallClock {
    public let now: Date

    public init(_ now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        self.now = now
    }
}
