public import ParlandoCore

/// Ownership of the data folder that a test chooses.
public struct FakeDataOwnership: DataOwnership {
    public let isOwner: Bool

    public init(isOwner: Bool) {
        self.isOwner = isOwner
    }
}
