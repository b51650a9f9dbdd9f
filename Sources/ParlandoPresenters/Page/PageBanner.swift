/// A banner at the top of a page, which describes a problem and offers a remedy.
public struct PageBanner: Sendable, Equatable {
    /// Severity of the problem, shown by icon, words and colour.
    public enum Tone: Sendable, Equatable {
        case information
        case warning
        case failure
    }

    /// The text of the banner.
    public var text: String
    /// Severity of the problem.
    public var tone: Tone
    /// The main command that the banner offers, or nil if there is none.
    public var action: PageAction?
    /// A second command that the banner offers, or nil if there is none.
    public var alternative: PageAction?

    public init(_ text: String, tone: Tone, action: PageAction? = nil, alternative: PageAction? = nil) {
        self.text = text
        self.tone = tone
        self.action = action
        self.alternative = alternative
    }
}
