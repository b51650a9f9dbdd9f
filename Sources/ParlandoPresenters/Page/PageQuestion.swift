/// A confirmation dialog that is shown before an action that cannot be undone.
public struct PageQuestion: Sendable, Equatable {
    /// Title of the dialog.
    public var title: String
    /// Sentence that describes the consequences.
    public var text: String
    /// Label of the button that confirms.
    public var goOn: String
    /// Whether confirming destroys data. If so, the button that confirms is styled as dangerous.
    public var isLoss: Bool

    public init(_ title: String, _ text: String, goOn: String, isLoss: Bool) {
        self.title = title
        self.text = text
        self.goOn = goOn
        self.isLoss = isLoss
    }
}
