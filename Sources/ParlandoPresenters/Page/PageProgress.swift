/// Something that takes time, with a sentence; fraction nil: nobody knows how long.
public struct PageProgress: Sendable, Equatable {
    /// What is going on.
    public var text: String
    /// 0…1, nil: nobody knows.
    public var fraction: Double?
    /// Whether it can be stopped.
    public var canCancel: Bool

    public init(_ text: String, fraction: Double?, canCancel: Bool = false) {
        self.text = text
        self.fraction = fraction
        self.canCancel = canCancel
    }
}
