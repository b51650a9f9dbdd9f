/// One of the two sides of the translator.
public enum TranslatorSide: Sendable, Equatable, CaseIterable {
    /// What is said or typed.
    case source
    /// What it becomes.
    case target
}

/// All the translator page shows. Equal states look the same. Every sentence in it is ready to be read.
public struct TranslatorViewState: Sendable, Equatable {
    /// What the button does that makes a text heard.
    public enum Listen: Sendable, Equatable {
        case play
        case pause
        case resume
    }

    /// One side: a language and a text in it.
    public struct Pane: Sendable, Equatable {
        /// ISO 639-1 code of the chosen language, empty: found out.
        public var language = ""
        /// What the button says that chooses the language.
        public var languageLabel = ""
        /// Accessible name of that button.
        public var languageName = ""
        /// The languages there are to choose from.
        public var languages: [LanguageChoice] = []
        /// The text.
        public var text = ""
        /// What was said by turns before, in the language of this side; empty: nothing, or no conversation.
        public var earlier = ""
        /// Shown in place of an empty text.
        public var placeholder = ""
        /// Accessible name of the text.
        public var name = ""
        /// Whether the text runs from right to left.
        public var isRightToLeft = false
        /// Whether the text can be typed.
        public var isEditable = false
        /// Whether the text may still change: it is being heard or translated.
        public var isTentative = false
        public var listen = Listen.play
        /// Accessible name of that button.
        public var listenLabel = ""
        /// Whether the text can be heard.
        public var canListen = false
        /// Whether this side sounds, so that it can be stopped.
        public var canStop = false
        /// How far the speech has come, such as "00:03 / 00:10"; empty: nothing sounds.
        public var played = ""
        /// Whether there is text to copy.
        public var canCopy = false

        public init() {}
    }

    /// A pair of languages that was used lately.
    public typealias Pair = PreferencesViewState.Option

    /// What is said or typed.
    public var source = Pane()
    /// What it becomes.
    public var target = Pane()
    /// Pairs used lately, the newest first.
    public var recentPairs: [Pair] = []
    /// Whether both languages are known, so that they can change sides.
    public var canSwap = false
    /// What the round button does.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    /// 0…1, for the ring around the button.
    public var level = 0.0
    /// What the button beside the typed text says: to translate it, or to stop.
    public var translateLabel = ""
    /// Whether pressing it stops.
    public var isTranslateStop = false
    /// Whether the button beside the text can be pressed.
    public var canTranslate = false
    /// Whether something is under way that Escape stops.
    public var canCancel = false
    /// Characters typed of those that can be translated at once; empty while they are far from too many.
    public var counter = ""
    /// Whether the text is longer than can be translated at once.
    public var isTooLong = false
    /// Whether there is text to clear away.
    public var canClear = false
    /// Whether the translation was made earlier, so that it can be asked for anew.
    public var canTranslateAnew = false
    /// Whether there is a translation to save as sound.
    public var canSaveSound = false
    /// Whether a translation is spoken as soon as it is there.
    public var speaks = true
    /// Two people talk by turns; both sides are large.
    public var isConversation = false
    /// Who translates.
    public var chip = ""
    /// One line that says what is going on; announced to screen readers.
    public var status = ""
    /// What is not as it should be, nil: all is well.
    public var banner: PageBanner?

    public init() {}

    /// One of the sides.
    public subscript(_ side: TranslatorSide) -> Pane {
        side == .source ? source : target
    }
}
