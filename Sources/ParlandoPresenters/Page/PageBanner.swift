/// A strip at the top of a page: something is not as it should be, and what can be done.
public struct PageBanner: Sendable, Equatable {
    /// How bad it is; shown by icon, words and colour.
    public enum Tone: Sendable, Equatable {
        case information
        case warning
        case failure
    }

    /// The sentence.
    public var text: String
    /// How bad it is.
    public var tone: Tone
    /// What can be done about it, nil: nothing.
    public var action: PageAction?
    /// What else can be done, nil: nothing.
    public var alternative: PageAction?

    public init(_ text: String, tone: Tone, action: PageAction? = nil, alternative: PageAction? = nil) {
        self.text = text
        self.tone = tone
        self.action = action
        self.alternative = alternative
    }
}
