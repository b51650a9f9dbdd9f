import Foundation

/// One of the two text panes.
public enum TranslatorSide: Sendable, Equatable, CaseIterable {
    case source
    case target
}

/// All that the translator page displays. Equal states look the same.
public struct TranslatorViewState: Sendable, Equatable {
    /// What the button that speaks a text does.
    public enum Listen: Sendable, Equatable {
        case play
        case pause
        case resume
    }

    /// One of the two text panes.
    public struct Pane: Sendable, Equatable {
        /// ISO 639-1 code; empty for detection.
        public var language = ""
        /// Label of the language button.
        public var languageLabel = ""
        /// Accessible name of the language button.
        public var languageName = ""
        /// Languages that can be chosen.
        public var languages: [LanguageChoice] = []
        /// The source text or the translation.
        public var text = ""
        /// Earlier texts above `text`: the previous turn, or texts that were not yet translated when the next was
        /// entered.
        public var earlier = ""
        /// Shown instead of an empty text.
        public var placeholder = ""
        /// Accessible name of the text field.
        public var name = ""
        /// Whether the text is written from right to left.
        public var isRightToLeft = false
        /// Whether the text can be edited.
        public var isEditable = false
        /// Warns of the quality of the text.
        public var caution = ""
        /// Whether the text may still change.
        public var isInterim = false
        public var listen = Listen.play
        /// Accessible name of the button that speaks.
        public var listenLabel = ""
        /// Whether the text can be spoken now.
        public var canListen = false
        /// Whether the text is being spoken.
        public var canStop = false
        /// Position and duration, such as "00:03 / 00:10".
        public var played = ""
        /// Whether there is text to copy.
        public var canCopy = false

        public init() {}
    }

    /// A recently used pair.
    public typealias Pair = PreferencesViewState.Option

    /// The texts that wait.
    public struct Queue: Sendable, Equatable {
        /// Says how many wait.
        public var text: String
        /// The beginnings of the texts, one per line, in their order.
        public var texts: String
    }

    /// The text that is dictated or typed.
    public var source = Pane()
    /// The translation.
    public var target = Pane()
    /// The choice of a service; nil if the chosen one can be used or the page is not empty.
    public var setup: TranslatorSetup?
    /// Recent pairs, newest first.
    public var recentPairs: [Pair] = []
    /// Whether the two languages can be swapped.
    public var canSwap = false
    /// What the round button does.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    /// Input level from 0 (quiet room, or not listening) to 1 (full scale).
    public var level = 0.0
    /// Label of the button beside the typed text.
    public var translateLabel = ""
    /// Whether the button beside the typed text cancels the translation.
    public var isTranslateStop = false
    /// Whether the button beside the typed text is enabled.
    public var canTranslate = false
    /// Nil if no text waits.
    public var queue: Queue?
    /// Whether Escape cancels something.
    public var canCancel = false
    /// Number of characters, such as "9500 / 10000"; empty if the text is not close to the maximum.
    public var counter = ""
    /// Whether the source text is too long.
    public var isTooLong = false
    /// Whether there is text to clear.
    public var canClear = false
    /// Whether the translation was made earlier, so that the service can be asked anew.
    public var canTranslateAnew = false
    /// Whether there is speech to save.
    public var canSaveSound = false
    /// Whether translations are spoken automatically.
    public var speaks = true
    /// Two people take turns, each in their own language.
    public var isConversation = false
    /// Name of the translation service.
    public var chip = ""
    /// Sentence that names the translation service.
    public var chipTooltip = ""
    /// Status line, announced to screen readers.
    public var status = ""
    /// Banner about a problem.
    public var banner: PageBanner?
    /// Asked before the window closes; nil if nothing would be lost.
    public var farewell: DictationViewState.Question?

    public init() {}

    /// The pane of a side.
    public subscript(_ side: TranslatorSide) -> Pane {
        side == .source ? source : target
    }
}

/// Shown on the empty page as long as the chosen service cannot be used.
public struct TranslatorSetup: Sendable, Equatable {
    /// A service that can be chosen.
    public struct Service: Sendable, Equatable, Identifiable {
        /// Identifier for the presenter.
        public var id: String
        /// Name of the service.
        public var title: String
        /// Abilities and requirements of the service.
        public var note: String
        /// Whether it is the chosen one.
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
    /// What the chosen service lacks.
    public var need: String
    /// Label of the button that helps.
    public var button: String
    /// Label of `link`.
    public var linkLabel: String
    /// Page on which an API key can be created; empty if there is none.
    public var link: String
    /// Installs the missing packages; empty if there is none.
    public var command = ""

    public init(services: [Service], need: String, button: String, linkLabel: String = "", link: String = "") {
        self.services = services
        self.need = need
        self.button = button
        self.linkLabel = linkLabel
        self.link = link
    }
}

/// A language in a list.
public struct LanguageChoice: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code; empty for detection.
    public let id: String
    /// In the language itself, such as "Deutsch".
    public let nativeName: String
    /// In the language of the interface; empty if it is the same.
    public let name: String
    /// Why the language cannot be chosen.
    public let obstacle: String
    /// What has to be installed before.
    public let note: String

    init(_ code: String, obstacle: String = "", note: String = "") {
        self.obstacle = obstacle
        self.note = note
        id = code
        let native = LanguageWording.nativeName(of: code)
        let name = LanguageWording.name(of: code)
        nativeName = code.isEmpty ? tr("Detect Language") : native
        self.name = code.isEmpty || name == native ? "" : name
    }

    /// Returns whether the words begin one of the language's names, a word of one, or its code.
    public func matches(_ words: String) -> Bool {
        let words = Self.folded(words).trimmingCharacters(in: .whitespaces)
        return words.isEmpty
            || [nativeName, name, id].contains { text in
                let text = Self.folded(text)
                return text.hasPrefix(words) || text.contains(" " + words)
            }
    }

    /// `espanol` finds Español.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

/// What the presenter needs of the page.
@MainActor public protocol TranslatorView: AnyObject {
    func render(_ state: TranslatorViewState)
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    func focusSource()
    func ask(_ question: PageQuestion) async -> Bool
}
