/// The view state of the rows on the ways in which text gets into other applications.
public struct DeliveryState: Sendable, Equatable {
    /// A way into other applications.
    public struct Way: Sendable, Equatable {
        /// Name of the way.
        public var title: String
        /// Whether it works here, and if not, why.
        public var note: String
        /// Whether it is the one that is used.
        public var isUsed: Bool

        public init(_ title: String, _ note: String, isUsed: Bool) {
            self.title = title
            self.note = note
            self.isUsed = isUsed
        }
    }

    /// All ways, the best first.
    public var ways: [Way] = []
    /// Whether a way can be tried out now.
    public var canTry = false
    /// Result of the last trial, or empty if there was none.
    public var outcome = ""

    public init() {}
}

/// Receives the user's actions in the rows on other applications.
@MainActor public protocol DeliveryViewDelegate: AnyObject {
    /// The rows became visible, or their window became the active window.
    func deliveryViewDidShow(_ view: any DeliveryView)
    /// The user wants to see a text written into the field of the rows.
    func deliveryViewDidPressTry(_ view: any DeliveryView)
    /// The text in the field for trials has changed.
    func deliveryViewDidChangeTrial(_ view: any DeliveryView)
}

/// The rows on other applications: shows the view state and makes no decisions itself.
@MainActor public protocol DeliveryView: AnyObject {
    var deliveryDelegate: (any DeliveryViewDelegate)? { get set }
    func render(_ state: DeliveryState)
    /// Empties the field for trials and gives it the focus.
    func prepareTrialField()
    /// Text in the field for trials.
    var trialText: String { get }
    /// Copies text, so that it can be pasted into the field for trials.
    func copyToClipboard(_ text: String)
}
