/// What is asked before something is done that cannot be taken back.
public struct PageQuestion: Sendable, Equatable {
    /// What it is about, in a few words.
    public var title: String
    /// What would come of it.
    public var text: String
    /// The label of the button that goes on.
    public var goOn: String
    /// Whether something would be lost.
    public var isLoss: Bool

    public init(_ title: String, _ text: String, goOn: String, isLoss: Bool) {
        self.title = title
        self.text = text
        self.goOn = goOn
        self.isLoss = isLoss
    }
}
