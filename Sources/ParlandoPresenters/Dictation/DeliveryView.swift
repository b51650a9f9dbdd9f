/// The view state of the preferences rows about inserting dictated text into other applications.
public struct DeliveryState: Sendable, Equatable {
    /// A method of inserting text into other applications: an input method, simulated key presses, or the clipboard.
    public struct Way: Sendable, Equatable {
        /// Name of the method of inserting text.
        public var title: String
        /// Sentence that says what the method does, or why it does not work on this desktop.
        public var note: String
        /// Whether dictated text is currently inserted with this method. This is true of at most one method.
        public var isUsed: Bool

        public init(_ title: String, _ note: String, isUsed: Bool) {
            self.title = title
            self.note = note
            self.isUsed = isUsed
        }
    }

    /// All methods of inserting text into other applications, the best first.
    public var ways: [Way] = []
    /// Whether a sample text can be inserted now to try out the method that is used.
    public var canTry = false
    /// Sentence about the result of the latest attempt to insert the sample text; empty if there was none.
    public var outcome = ""

    public init() {}
}

/// The preferences rows about inserting text into other applications, with a text field for trials. Shows the view
/// state and makes no decisions itself.
@MainActor public protocol DeliveryView: AnyObject {
    func render(_ state: DeliveryState)
    /// Empties the trial field, the text field for sample texts, and moves the keyboard focus into it.
    func prepareTrialField()
    /// The current text in the trial field, the text field for sample texts.
    var trialText: String { get }
    /// Copies text to the clipboard, from which it can be pasted into the text field for sample texts.
    func copyToClipboard(_ text: String)
}
