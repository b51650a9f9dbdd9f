import Foundation
import ParlandoCore

public enum TranslatorSide: Sendable, Equatable, CaseIterable {
    case source
    case target
}

/// All that the translator page displays. Equal states look the same.
public struct TranslatorViewState: Sendable, Equatable {
    public enum Listen: Sendable, Equatable {
        case play
        case pause
        case resume
    }

    public struct Pane: Sendable, Equatable {
        /// ISO 639-1 code; empty for detection.
        public var language = ""
        public var languageLabel = ""
        public var languageName = ""
        public var languages: [LanguageChoice] = []
        public var text = ""
        /// Earlier texts above `text`: the previous turn, or texts that were not yet translated when the next was
        /// entered.
        public var earlier = ""
        public var placeholder = ""
        public var name = ""
        public var isRightToLeft = false
        public var isEditable = false
        /// Warns of the quality of the text.
        public var caution = ""
        /// Whether the text may still change.
        public var isInterim = false
        public var listen = Listen.play
        public var listenLabel = ""
        public var canListen = false
        public var canStop = false
        /// Position and duration, such as "00:03 / 00:10".
        public var played = ""
        public var canCopy = false
    }

    public typealias Pair = PreferencesViewState.Option

    public struct Queue: Sendable, Equatable {
        public var text: String
        /// The beginnings of the texts, one per line, in their order.
        public var texts: String
    }

    /// The text that is dictated or typed.
    public var source = Pane()
    public var target = Pane()
    /// The choice of a service; nil if the chosen one can be used or the page is not empty.
    public var setup: TranslatorSetup?
    /// Recent language pairs, newest first.
    public var recentPairs: [Pair] = []
    public var canSwap = false
    public var button = PageButton.start
    public var buttonLabel = ""
    /// Input level from 0 (quiet room, or not listening) to 1 (full scale).
    public var level = 0.0
    /// Label of the button beside the typed text.
    public var translateLabel = ""
    /// Whether the button beside the typed text cancels the translation.
    public var isTranslateStop = false
    public var canTranslate = false
    public var queue: Queue?
    /// Whether Escape cancels something.
    public var canCancel = false
    /// Number of characters, such as "9500 / 10000"; empty if the text is not close to the maximum.
    public var counter = ""
    public var isTooLong = false
    public var canClear = false
    /// Whether the translation was made earlier, so that the service can be asked anew.
    public var canTranslateAnew = false
    public var canSaveSound = false
    public var speaks = true
    /// Two people take turns, each in their own language.
    public var isConversation = false
    public var chip = ""
    /// Sentence that names the translation service.
    public var chipTooltip = ""
    public var status = ""
    public var banner: PageBanner?
    /// Asked before the window closes; nil if nothing would be lost.
    public var farewell: PageQuestion?

    public init() {}

    public subscript(_ side: TranslatorSide) -> Pane {
        side == .source ? source : target
    }
}

/// Shown on the empty page as long as the chosen service cannot be used.
public struct TranslatorSetup: Sendable, Equatable {
    public var services: [PreferencesViewState.ModelRow]
    public var need: String
    public var button: String
    public var linkLabel = ""
    /// Page on which an API key can be created; empty if there is none.
    public var link = ""
    /// Installs the missing packages; empty if there is none.
    public var command = ""
}

public struct LanguageChoice: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code; empty for detection.
    public let id: String
    /// In the language itself, such as "Deutsch".
    public let nativeName: String
    /// In the language of the interface; empty if it is the same.
    public let name: String
    /// Why the language cannot be chosen.
    public let obstacle: String
    /// Says what must be installed first, or what it is for.
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
        let words = FoldedText.fold(words).trimmingCharacters(in: .whitespaces)
        return words.isEmpty
            || [nativeName, name, id].contains { text in
                let text = FoldedText.fold(text)
                return text.hasPrefix(words) || text.contains(" " + words)
            }
    }
}

/// The translator page, as its presenter knows it.
@MainActor public protocol TranslatorView: AnyObject {
    func render(_ state: TranslatorViewState)
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    func focusSource()
    func ask(_ question: PageQuestion) async -> Bool
}
