public import Foundation
public import ParlandoCore
import Synchronization

/// Memory of the sessions on the page that outlasts the history service of a test.
public final class FakePageBookmark: PageBookmark {
    private let stored = Mutex<[UUID]>([])

    public init() {}

    public func ids() async -> [UUID] {
        stored.withLock { $0 }
    }

    public func set(_ ids: [UUID]) async {
        stored.withLock { $0 = ids }
    }
}
