/// One of the two text panes of the translator: source or target.
public enum TranslatorSide: Sendable, Equatable, CaseIterable {
    /// The pane with the text that is dictated or typed.
    case source
    /// The pane with the translation.
    case target
}

/// The view state of the translator page: everything that the page displays. Equal states look the same. All texts are
/// ready to be displayed.
public struct TranslatorViewState: Sendable, Equatable {
    /// The current function of the button that speaks the text of a pane.
    public enum Listen: Sendable, Equatable {
        case play
        case pause
        case resume
    }

    /// The view state of one of the two text panes.
    public struct Pane: Sendable, Equatable {
        /// ISO 639-1 code of the chosen language; empty for automatic detection.
        public var language = ""
        /// Label of the language button.
        public var languageLabel = ""
        /// Accessible name of the language button.
        public var languageName = ""
        /// Languages that can be chosen.
        public var languages: [LanguageChoice] = []
        /// The text of the pane: the source text or the translation.
        public var text = ""
        /// Earlier texts shown above `text`: the previous turn of a conversation, or texts that were not yet translated
        /// when the user entered the next text. Empty if there are none.
        public var earlier = ""
        /// Placeholder shown instead of an empty text.
        public var placeholder = ""
        /// Accessible name of the text field.
        public var name = ""
        /// Whether the text is written from right to left.
        public var isRightToLeft = false
        /// Whether the text can be edited.
        public var isEditable = false
        /// Label that warns of the quality of the text, such as "Rough translation"; empty if there is none.
        public var caution = ""
        /// Whether the text is interim and may still change.
        public var isInterim = false
        public var listen = Listen.play
        /// Accessible name of the button that speaks the text.
        public var listenLabel = ""
        /// Whether the text can be spoken now.
        public var canListen = false
        /// Whether the text is being spoken, so that speech can be stopped.
        public var canStop = false
        /// Position and duration of the speech, such as "00:03 / 00:10"; empty if the text is not being spoken.
        public var played = ""
        /// Whether there is text to copy.
        public var canCopy = false

        public init() {}
    }

    /// A recently used pair of languages.
    public typealias Pair = PreferencesViewState.Option

    /// The texts that wait until the translation under way has ended.
    public struct Queue: Sendable, Equatable {
        /// Sentence that says how many texts are waiting.
        public var text: String
        /// The beginnings of the texts, one per line, in the order in which they will be translated.
        public var texts: String
    }

    /// The pane with the text that is dictated or typed.
    public var source = Pane()
    /// The pane with the translation.
    public var target = Pane()
    /// The list from which the user chooses a translation service; nil if the chosen service can be used or the page is
    /// not empty.
    public var setup: TranslatorSetup?
    /// Recently used language pairs, newest first.
    public var recentPairs: [Pair] = []
    /// Whether the two languages can be swapped.
    public var canSwap = false
    /// The current function of the page's round button, which starts and stops listening.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    /// Input level from 0 (quiet room, or not listening) to 1 (full scale), for the ring around the button.
    public var level = 0.0
    /// Label of the button beside the typed text, which translates it or cancels the translation.
    public var translateLabel = ""
    /// Whether the button beside the typed text cancels the translation.
    public var isTranslateStop = false
    /// Whether the button beside the typed text is enabled.
    public var canTranslate = false
    /// The texts that wait for the translation under way, or nil if no text waits.
    public var queue: Queue?
    /// Whether listening, translating or speaking is under way, which Escape cancels.
    public var canCancel = false
    /// Number of characters of the source text and the maximum, such as "9500 / 10000"; empty if the text is not close
    /// to the maximum.
    public var counter = ""
    /// Whether the source text exceeds the maximum length of a translation.
    public var isTooLong = false
    /// Whether there is text to clear.
    public var canClear = false
    /// Whether the translation comes from the archive or the history, so that the service can be asked for a new one.
    public var canTranslateAnew = false
    /// Whether there is a translation whose speech can be saved to an audio file.
    public var canSaveSound = false
    /// Whether translations are spoken automatically.
    public var speaks = true
    /// Whether the translator is in conversation mode: two people take turns, and each speaks their own language.
    public var isConversation = false
    /// Name of the translation service, shown as a label on the page.
    public var chip = ""
    /// Sentence that names the translation service, for the tooltip.
    public var chipTooltip = ""
    /// Status line, which is announced to screen readers.
    public var status = ""
    /// Banner about a problem, or nil if there is none.
    public var banner: PageBanner?
    /// The question that is asked before the window closes, or nil if nothing would be lost.
    public var farewell: DictationViewState.Question?

    public init() {}

    /// The view state of the source or the target pane.
    public subscript(_ side: TranslatorSide) -> Pane {
        side == .source ? source : target
    }
}
