public import ParlandoCore

/// Lets the user change the vocabulary, which the recogniser is told to expect, and stores it in the word book
/// (vocabulary and replacement rules).
@MainActor public final class VocabularyPresenter {
    private weak var view: (any VocabularyView)?
    private let words: WordBookEditor
    private let saver: any TextSaver
    private var language = Vocabulary.everyLanguage
    private var state: VocabularyState?

    /// - Parameter words: the editor of the word book (the user's vocabulary and replacement rules), shared with the
    ///   other parts of the preferences that show the book.
    public init(view: any VocabularyView, words: WordBookEditor, saver: any TextSaver) {
        self.view = view
        self.words = words
        self.saver = saver
    }

    /// Loads the vocabulary and renders the initial view state. Call once.
    public func activate() {
        Task {
            _ = await words.load()
            render()
        }
    }

    private var entries: [String] {
        words.book.vocabulary.entries[language] ?? []
    }

    private func render() {
        var new = VocabularyState()
        let languages = SpeechLanguage.all.map { PreferencesViewState.Option($0.code, $0.nativeName) }
        new.languages = [.init(Vocabulary.everyLanguage, tr("All Languages"))] + languages
        new.language = language
        new.entries = entries
        new.canExport = !entries.isEmpty
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the vocabulary of the language that is shown, and stores it. If that succeeds, shows `sentence`. If it
    /// fails, shows a message with the reason.
    private func change(
        saying sentence: String = "", _ change: @escaping @MainActor (inout Vocabulary, _ language: String) -> Void
    ) {
        let language = language
        Task {
            let error = await words.change { change(&$0.vocabulary, language) }
            let message = error?.listMessage ?? sentence
            if !message.isEmpty {
                view?.showToast(message)
            }
            render()
        }
    }
}

/// The user's actions.
extension VocabularyPresenter {
    /// Shows the words for another language.
    public func chooseLanguage(_ code: String) {
        language = code
        render()
    }

    /// Opens the form for a new word or phrase.
    public func add() {
        view?.edit(VocabularyForm())
    }

    /// Opens the form for a word or phrase of the list.
    public func edit(_ entry: String) {
        view?.edit(VocabularyForm(entry))
    }

    /// Stores the word or phrase of the form.
    public func save(_ form: VocabularyForm) {
        guard let entry = form.entry else {
            return
        }
        change { vocabulary, language in
            if let former = form.former {
                vocabulary.replace(former, by: entry, language: language)
            } else {
                vocabulary.add([entry], language: language)
            }
        }
    }

    /// Removes a word or phrase from the list.
    public func remove(_ entry: String) {
        change { vocabulary, language in vocabulary.remove(entry, language: language) }
    }

    /// Adds the words and phrases of a text file. `VocabularyList` defines its format.
    public func importWords(from path: String) {
        Task {
            let new: [String]
            do throws(TextReadError) {
                let text = try await words.text(of: path)
                do throws(VocabularyList.Fault) {
                    new = try VocabularyList.entries(in: text)
                } catch {
                    view?.showToast(error.message.text)
                    return
                }
            } catch {
                view?.showToast(error.message.text)
                return
            }
            change(saying: trn("{count} word imported", "{count} words imported", new.count)) { vocabulary, language in
                vocabulary.add(new, language: language)
            }
        }
    }

    /// Writes the words and phrases that are shown to a file.
    public func exportWords(to path: String) {
        let text = VocabularyList.text(of: entries)
        Task {
            let sentence = await saver.export(list: text, to: path)
            view?.showToast(sentence)
        }
    }
}
