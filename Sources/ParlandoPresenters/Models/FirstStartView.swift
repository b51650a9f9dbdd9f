/// The view state of the page that is shown at the first start if there is no speech model. All texts are ready to be
/// displayed.
public struct FirstStartViewState: Sendable, Equatable {
    /// A model that the user can choose.
    public struct Offer: Sendable, Equatable, Identifiable {
        /// Name of the model, which the view passes to its presenter.
        public var id: String
        /// Title that is shown: the name, and whether the model is recommended.
        public var title: String
        /// Languages, download size and memory use of the model.
        public var note: String
        /// Whether this is the recommended model. At most one model is recommended.
        public var isRecommended: Bool
        /// Whether this is the chosen model. Exactly one model is chosen.
        public var isChosen: Bool

        public init(_ id: String, title: String, note: String, isRecommended: Bool, isChosen: Bool) {
            self.id = id
            self.title = title
            self.note = note
            self.isRecommended = isRecommended
            self.isChosen = isChosen
        }
    }

    /// Whether the page is shown instead of the dictation page.
    public var isShown = false
    /// Available microphones, the system's default first.
    public var microphones: [PreferencesViewState.Option] = []
    /// Identifier of the chosen microphone, one of `microphones`; empty for the system's default.
    public var microphone = ""
    /// Input level of the microphone, from 0 (quiet room) to 1 (full scale).
    public var level = 0.0
    /// Sentence that says whether the microphone picks up a voice, or why it cannot be used.
    public var levelNote = ""
    /// The models that support the user's language, from the smallest to the largest.
    public var offers: [Offer] = []
    /// Three sentences about the data that are sent and the data that stay on this computer.
    public var privacy = ""
    /// Label of the main button.
    public var button = ""
    /// Whether the main button can be pressed.
    public var canBegin = false
    /// Whether another model can be chosen.
    public var canChoose = false
    /// The download, or nil if none is under way.
    public var progress: PageProgress?
    /// Banner about a problem, or nil if there is none.
    public var banner: PageBanner?

    public init() {}
}

/// The page that is shown at the first start. It displays the view state and makes no decisions itself.
@MainActor public protocol FirstStartView: AnyObject {
    func render(_ state: FirstStartViewState)
    /// Whether the page's window has the keyboard focus.
    var isInFront: Bool { get }
    /// Does the same as pressing *Start* on the dictation page.
    func startDictation()
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
