/// The progress of a lengthy operation, such as a download, as a page shows it.
public struct PageProgress: Sendable, Equatable {
    /// Sentence that names the operation.
    public var text: String
    /// Completed fraction, 0…1, or nil if it is not known.
    public var fraction: Double?
    /// Whether the operation can be cancelled.
    public var canCancel: Bool

    public init(_ text: String, fraction: Double?, canCancel: Bool = false) {
        self.text = text
        self.fraction = fraction
        self.canCancel = canCancel
    }
}
