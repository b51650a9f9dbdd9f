/// One of the two text panes of the translator.
public enum TranslatorSide: Sendable, Equatable, CaseIterable {
    /// The text that is said or typed.
    case source
    /// The translation.
    case target
}

/// The view state of the translator page. Equal states are rendered identically. All texts are ready to be displayed.
public struct TranslatorViewState: Sendable, Equatable {
    /// The function of the button that plays a text as speech.
    public enum Listen: Sendable, Equatable {
        case play
        case pause
        case resume
    }

    /// One of the two panes, with a language and a text.
    public struct Pane: Sendable, Equatable {
        /// ISO 639-1 code of the chosen language; empty for automatic detection.
        public var language = ""
        /// Label of the language button.
        public var languageLabel = ""
        /// Accessible name of the language button.
        public var languageName = ""
        /// Languages that can be chosen.
        public var languages: [LanguageChoice] = []
        /// The text of this pane.
        public var text = ""
        /// Text of the previous turn of a conversation, in this pane's language; empty if there is none.
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
        /// Accessible name of the button that plays the text.
        public var listenLabel = ""
        /// Whether the text can be played.
        public var canListen = false
        /// Whether the text is being played, so that playback can be stopped.
        public var canStop = false
        /// Position and duration of the speech, such as "00:03 / 00:10"; empty if nothing is played.
        public var played = ""
        /// Whether there is text to copy.
        public var canCopy = false

        public init() {}
    }

    /// A recently used pair of languages.
    public typealias Pair = PreferencesViewState.Option

    /// Texts that wait for the translation under way.
    public struct Queue: Sendable, Equatable {
        /// Sentence that says how many texts wait.
        public var text: String
        /// The beginnings of the texts, one per line, in the order in which they will be translated.
        public var texts: String
    }

    /// The pane of the text that is said or typed.
    public var source = Pane()
    /// The pane of the translation.
    public var target = Pane()
    /// The choice of a service, or nil if the chosen one can be used.
    public var setup: TranslatorSetup?
    /// Recently used language pairs, newest first.
    public var recentPairs: [Pair] = []
    /// Whether both languages are known, so that they can be swapped.
    public var canSwap = false
    /// The function of the round button.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    /// Input level, 0…1, for the ring around the button.
    public var level = 0.0
    /// Label of the button beside the typed text, which translates it or cancels the translation.
    public var translateLabel = ""
    /// Whether the button beside the typed text cancels.
    public var isTranslateStop = false
    /// Whether the button beside the typed text is enabled.
    public var canTranslate = false
    /// The texts that wait, or nil if none does.
    public var queue: Queue?
    /// Whether a stage is under way that Escape cancels.
    public var canCancel = false
    /// Number of typed characters and the maximum; empty unless the number comes close to the maximum.
    public var counter = ""
    /// Whether the text exceeds the maximum length of one translation.
    public var isTooLong = false
    /// Whether there is text to clear.
    public var canClear = false
    /// Whether the translation was made earlier, so that the service can be asked again.
    public var canTranslateAnew = false
    /// Whether there is a translation that can be saved as sound.
    public var canSaveSound = false
    /// Whether a translation is spoken as soon as it arrives.
    public var speaks = true
    /// Whether two people take turns. Both panes are then large.
    public var isConversation = false
    /// Name of the translation service.
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

    /// The pane of a side.
    public subscript(_ side: TranslatorSide) -> Pane {
        side == .source ? source : target
    }
}
