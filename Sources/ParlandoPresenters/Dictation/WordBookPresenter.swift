public import ParlandoCore

public enum WordList: Sendable {
    case words
    case rules
}

/// View state of the preferences rows for the word book.
public struct WordBookState: Sendable, Equatable {
    /// In the order in which they are stored.
    public var rules: [ListEntry] = []
    /// The shipped sets that are turned on.
    public var shipped: Set<ShippedRules> = []
    /// Says what rules are for, or that the stored lists could not be read.
    public var note = ""
    /// The first option stands for all languages.
    public var languages: [PreferencesViewState.Option] = []
    /// The language whose words are shown.
    public var language = Vocabulary.everyLanguage
    /// In the order in which they are stored.
    public var words: [ListEntry] = []

    /// Creates the state before the word book is loaded.
    public init() {}
}

/// The form for a word or phrase, or for a rule.
public struct WordForm: Sendable, Equatable {
    public struct Field: Sendable, Equatable {
        public let title: String
        /// On one line; `\n` stands for a line break.
        public var text: String
    }

    public let title: String
    /// An explanation below the fields; may be empty.
    public let note: String
    public var fields: [Field]
    /// Identifier of the row that is edited; nil for a new one.
    let former: String?
    /// Nil for a prompt.
    private let list: WordList?
    private var isName = false

    init(rule: ReplacementRule?) {
        list = .rules
        former = rule?.id
        title = rule == nil ? tr("New Replacement") : tr("Edit Replacement")
        note = tr("\\n begins a new line. Leave the second field empty to write nothing.")
        fields = [
            Field(title: tr("When I Say"), text: rule?.spoken ?? ""),
            Field(title: tr("Write"), text: rule.map { ReplacementList.escaped($0.written) } ?? ""),
        ]
    }

    /// - Parameter word: nil for a new word or phrase.
    init(word: String?) {
        list = .words
        former = word
        title = word == nil ? tr("New Word") : tr("Edit Word")
        note = ""
        fields = [Field(title: tr("Word or Phrase"), text: word ?? "")]
    }

    /// For the name of something else, which is returned as a word.
    init(name: String, title: String) {
        list = .words
        former = nil
        isName = true
        self.title = title
        note = ""
        fields = [Field(title: tr("Name"), text: name)]
    }

    /// Nil if the form is for a word or cannot be saved.
    var rule: ReplacementRule? {
        guard list == .rules else {
            return nil
        }
        let rule = ReplacementRule(fields[0].text, ReplacementList.unescaped(fields[1].text))
        return rule.isUsable ? rule : nil
    }

    /// - Parameter prompt: nil for a new one.
    init(prompt: CleanupTask?) {
        list = nil
        former = prompt?.id
        title = prompt == nil ? tr("New Prompt") : tr("Edit Prompt")
        note = tr("Tell the language model what to do with the text. The text follows by itself.")
        fields = [
            Field(title: tr("Name"), text: prompt?.id ?? ""), Field(title: tr("Prompt"), text: prompt?.prompt ?? ""),
        ]
    }

    /// Nil if the form is not for a prompt or cannot be saved.
    public var prompt: CleanupTask? {
        let prompt = CleanupTask(id: fields[0].text, prompt: fields.last?.text ?? "")
        return list == nil && prompt.isValid ? prompt : nil
    }

    /// Nil if the form is for a rule or cannot be saved.
    var word: String? {
        list == .words ? VocabularyList.entry(fields[0].text) : nil
    }

    /// Whether the form can be saved.
    public var canSave: Bool {
        rule != nil || word != nil || prompt != nil
    }

    /// Why the form cannot be saved; empty if it can, or if nothing is entered yet.
    public var problem: String {
        let text = fields[0].text
        guard !canSave, !text.isEmpty else {
            return ""
        }
        switch list {
        case nil where fields[1].text.isEmpty:
            return ""
        case nil where text.count <= 100 && fields[1].text.count <= 2_000:
            return tr("Enter a name that does not begin with a colon, and a prompt.")
        case .words where text.count <= VocabularyList.mostCharacters:
            return isName ? tr("Enter a name with letters or digits.") : tr("Enter a word with letters or digits.")
        case .rules where !ReplacementRule(text, "").isUsable:
            return tr("Enter at least one word to listen for.")
        case .words, .rules, nil:
            return tr("The text is too long.")
        }
    }
}

/// The lists of the word book in the preferences window.
@MainActor public protocol WordBookView: AnyObject {
    func render(_ state: WordBookState)
    /// The view passes the form to the presenter's `save`.
    func edit(_ form: WordForm)
    func showToast(_ text: String)
}

/// Lets the user change the word book: the vocabulary, and the rules that replace recognised words. Changes are made
/// one after the other, and none overwrites another, also of another program.
@MainActor public final class WordBookPresenter {
    private weak var view: (any WordBookView)?
    private let store: any WordBookStore
    private let saver: any TextSaver
    private var book = WordBook()
    private var language = Vocabulary.everyLanguage
    private var note = tr("What to write instead of what you say")
    private var state: WordBookState?
    /// The most recent command. The next one waits until it has ended.
    private var work: Task<Void, Never>?
    private var offered: Set<Correction> = []

    public init(view: any WordBookView, store: any WordBookStore, saver: any TextSaver) {
        self.view = view
        self.store = store
        self.saver = saver
    }

    /// Loads the word book and renders the initial view state. Call once.
    public func activate() {
        perform { [self] in
            book = await store.load()
            if let path = await store.damagedCopy() {
                note = tr("The list was damaged and has been set aside as {path}.", ["path": path])
            }
            render()
        }
    }

    private var words: [String] {
        book.vocabulary.entries[language] ?? []
    }

    private func render() {
        var new = WordBookState()
        new.rules = book.replacements.map {
            .init(id: $0.id, title: $0.spoken, subtitle: "→ " + ReplacementList.escaped($0.written))
        }
        new.shipped = book.shipped
        new.note = note
        let languages = SpeechLanguage.all.map { PreferencesViewState.Option($0.code, $0.nativeName) }
        new.languages = [.init(Vocabulary.everyLanguage, tr("All Languages"))] + languages
        new.language = language
        new.words = words.map { .init(id: $0, title: $0, subtitle: "") }
        if new != state {
            state = new
            view?.render(new)
        }
    }

    private func perform(_ command: @escaping @MainActor () async -> Void) {
        work = Task { [work] in
            await work?.value
            await command()
        }
    }

    /// If the change cannot be stored, keeps the previous word book and says why.
    ///
    /// - Parameters:
    ///   - tell: nil for this view.
    ///   - change: returns what to say when the change is stored.
    private func change(
        tell: (@MainActor (String) -> Void)? = nil, _ change: @escaping @MainActor (inout WordBook) -> String?
    ) {
        perform { [self] in
            var message: String?
            do throws(TextSaveError) {
                // Another program may change the stored book at any time, or the user delete all data.
                var (old, new) = (WordBook(), WordBook())
                repeat {
                    old = await store.load()
                    new = old
                    message = change(&new)
                } while !(try await store.save(new, over: old))
                book = new
            } catch {
                message = error.listMessage
                // The view renders again, so that the switch or row shows what is stored.
                state = nil
            }
            if let message {
                tell?(message) ?? view?.showToast(message)
            }
            render()
        }
    }
}

extension WordBookPresenter {
    /// Whether to offer a corrected word: once in a run of the program, if the vocabulary does not have it.
    func isNew(_ correction: Correction) -> Bool {
        offered.insert(correction).inserted && !book.vocabulary.entries(for: nil).contains(correction.written)
    }

    /// - Parameter language: ISO 639-1 code; nil for all languages.
    func remember(_ word: String, _ language: String?, _ tell: @escaping @MainActor (String) -> Void) {
        change(tell: tell) { book in
            let added = book.vocabulary.add([word], language: language ?? Vocabulary.everyLanguage)
            return Self.leavingOut(1 - added) ?? tr("Added to the vocabulary")
        }
    }

    /// Turns a set of rules that is shipped with the program on or off.
    public func set(_ set: ShippedRules, isOn: Bool) {
        change { book in
            if isOn {
                book.shipped.insert(set)
            } else {
                book.shipped.remove(set)
            }
            return nil
        }
    }

    /// Shows the words for another language.
    public func chooseLanguage(_ code: String) {
        language = code
        render()
    }

    public func add(to list: WordList) {
        view?.edit(list == .rules ? WordForm(rule: nil) : WordForm(word: nil))
    }

    public func edit(_ id: String, in list: WordList) {
        if list == .words {
            view?.edit(WordForm(word: id))
        } else if let rule = book.replacements.first(where: { $0.id == id }) {
            view?.edit(WordForm(rule: rule))
        }
    }

    public func save(_ form: WordForm) {
        let language = language
        if let rule = form.rule {
            change { book in
                if let former = form.former, former != rule.id {
                    book.remove(former)
                }
                return Self.leavingOut(1 - book.add([rule]))
            }
        } else if let word = form.word {
            change { book in
                guard let former = form.former else {
                    return Self.leavingOut(1 - book.vocabulary.add([word], language: language))
                }
                book.vocabulary.replace(former, by: word, language: language)
                return nil
            }
        }
    }

    public func remove(_ id: String, from list: WordList) {
        let language = language
        change { book in
            switch list {
            case .words: book.vocabulary.remove(id, language: language)
            case .rules: book.remove(id)
            }
            return nil
        }
    }

    /// Adds the entries of a file. `VocabularyList` and `ReplacementList` define the formats.
    public func importList(_ list: WordList, from path: String) {
        Task {
            do throws(TextReadError) {
                let text = try await store.text(of: path)
                if let problem = list == .words ? addWords(of: text) : addRules(of: text) {
                    view?.showToast(problem)
                }
            } catch {
                view?.showToast(error.message.text)
            }
        }
    }

    /// Returns the reason that nothing was added; nil if all was.
    private func addWords(of text: String) -> String? {
        do throws(VocabularyList.Fault) {
            let new = try VocabularyList.entries(in: text)
            let language = language
            change { book in
                Self.leavingOut(new.count - book.vocabulary.add(new, language: language))
                    ?? trn("{count} word imported", "{count} words imported", new.count)
            }
            return nil
        } catch {
            return error.message.text
        }
    }

    /// Returns the reason that nothing was added; nil if all was.
    private func addRules(of text: String) -> String? {
        do throws(ReplacementList.Fault) {
            let rules = try ReplacementList.rules(in: text)
            change { book in
                Self.leavingOut(rules.count - book.add(rules))
                    ?? trn("{count} replacement imported", "{count} replacements imported", rules.count)
            }
            return nil
        } catch {
            return error.message.text
        }
    }

    private static func leavingOut(_ count: Int) -> String? {
        count < 1
            ? nil
            : trn(
                "The list is full. {count} entry was not added.", "The list is full. {count} entries were not added.",
                count)
    }

    /// Writes a list; of the words, those that are shown.
    public func exportList(_ list: WordList, to path: String) {
        let text = list == .words ? VocabularyList.text(of: words) : ReplacementList.text(of: book.replacements)
        Task {
            do throws(TextSaveError) {
                try await saver.save(text, to: path)
                view?.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
            } catch {
                view?.showToast(error.listMessage)
            }
        }
    }
}

extension TextSaveError {
    /// Sentence that says why a list could not be saved.
    var listMessage: String {
        switch kind {
        case .diskFull: tr("The list was not saved because the disk is full.")
        case .denied: tr("The list was not saved: you do not have permission to write there.")
        case .folderMissing, .isFolder, .failed: tr("The list was not saved.")
        }
    }
}
