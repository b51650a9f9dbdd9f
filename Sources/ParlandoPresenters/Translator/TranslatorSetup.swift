/// The list from which the user chooses a translation service. The empty page shows it as long as the chosen service
/// cannot be used.
public struct TranslatorSetup: Sendable, Equatable {
    /// A translation service that can be chosen.
    public struct Service: Sendable, Equatable, Identifiable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name of the service.
        public var title: String
        /// Sentence about the abilities and requirements of the service.
        public var note: String
        /// Whether this is the chosen service.
        public var isChosen: Bool

        public init(_ id: String, title: String, note: String, isChosen: Bool) {
            self.id = id
            self.title = title
            self.note = note
            self.isChosen = isChosen
        }
    }

    /// All translation services.
    public var services: [Service]
    /// Sentence that says what the chosen service lacks, such as an API key.
    public var need: String
    /// Label of the button with which the user provides what is missing.
    public var button: String
    /// Label of the link to the web page on which the user can create an API key; empty if there is no link.
    public var linkLabel: String
    /// Address of the web page on which the user can create an API key; empty if there is no link.
    public var link: String
    /// Shell command that installs the missing packages; empty if there is none.
    public var command = ""

    public init(services: [Service], need: String, button: String, linkLabel: String = "", link: String = "") {
        self.services = services
        self.need = need
        self.button = button
        self.linkLabel = linkLabel
        self.link = link
    }
}
