import ParlandoCore

/// The view state of the preferences rows for the vocabulary, the words that the recogniser is told to expect.
public struct VocabularyState: Sendable, Equatable {
    /// The languages whose words can be shown; the first option stands for all languages.
    public var languages: [PreferencesViewState.Option] = []
    /// Identifier of the language whose words are shown.
    public var language = Vocabulary.everyLanguage
    /// The words and phrases for the language `language`, in the order in which they are stored.
    public var entries: [String] = []
    /// Whether there are words to export.
    public var canExport = false

    public init() {}
}

/// The fields of the dialog for a word or phrase of the vocabulary.
public struct VocabularyForm: Sendable, Equatable {
    /// The word or phrase before the edit; nil if a new one is added.
    public let former: String?
    /// The word or phrase as the user has entered it.
    public var text: String

    /// Creates an empty form, or one that is filled with a word or phrase.
    public init(_ former: String? = nil) {
        self.former = former
        text = former ?? ""
    }

    /// The word or phrase to store, or nil if the form cannot be saved.
    public var entry: String? {
        VocabularyList.entry(text)
    }

    /// Title of the dialog.
    public var title: String {
        former == nil ? tr("New Word") : tr("Edit Word")
    }

    /// Sentence that says why the form cannot be saved; empty if it can, or if nothing is entered yet.
    public var problem: String {
        guard entry == nil, !text.isEmpty else {
            return ""
        }
        return text.count > VocabularyList.mostCharacters
            ? tr("The text is too long.") : tr("Enter a word with letters or digits.")
    }
}

/// The list of the vocabulary in the preferences window. Shows the view state and makes no decisions itself.
@MainActor public protocol VocabularyView: AnyObject {
    func render(_ state: VocabularyState)
    /// Opens the form in which the user adds or edits a word or phrase.
    func edit(_ form: VocabularyForm)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
}
