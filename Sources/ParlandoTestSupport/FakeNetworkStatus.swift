public import ParlandoCore

/// A network that costs what the test says.
public struct FakeNetworkStatus: NetworkStatus {
    private let metered: Bool

    public init(isMetered: Bool = false) {
        metered = isMetered
    }

    public func isMetered() async -> Bool {
        metered
    }
}
