/// The choice of a translation service, which the empty page shows while the chosen one cannot be used yet.
public struct TranslatorSetup: Sendable, Equatable {
    /// A service that can be chosen.
    public struct Service: Sendable, Equatable, Identifiable {
        /// Identifier that the delegate receives.
        public var id: String
        /// Name of the service.
        public var title: String
        /// What the service does and needs.
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

    /// All services.
    public var services: [Service]
    /// Sentence about what the chosen service still needs.
    public var need: String
    /// Label of the button that helps with what is missing.
    public var button: String
    /// Label of the link to the web page on which keys are created; empty if there is no link.
    public var linkLabel: String
    /// Address of the web page on which keys are created; empty if there is no link.
    public var link: String
    /// Command that installs what is missing, for a terminal; empty if there is none.
    public var command = ""

    public init(services: [Service], need: String, button: String, linkLabel: String = "", link: String = "") {
        self.services = services
        self.need = need
        self.button = button
        self.linkLabel = linkLabel
        self.link = link
    }
}
