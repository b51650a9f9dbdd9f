public import ParlandoCore

/// Lets the user change the rules that replace recognised words, and stores them in the word book (vocabulary and
/// rules).
@MainActor public final class ReplacementPresenter {
    private weak var view: (any ReplacementView)?
    private let words: WordBookEditor
    private let saver: any TextSaver
    private var note = tr("What to write instead of what you say")
    private var state: ReplacementState?

    /// - Parameter words: the editor of the word book (the user's vocabulary and replacement rules), shared with the
    ///   other parts of the preferences that show the book.
    public init(view: any ReplacementView, words: WordBookEditor, saver: any TextSaver) {
        self.view = view
        self.words = words
        self.saver = saver
    }

    /// Loads the replacement rules and renders the initial view state. Call once.
    public func activate() {
        Task {
            if let path = await words.load() {
                note = tr("The list was damaged and has been set aside as {path}.", ["path": path])
            }
            render()
        }
    }

    private var book: WordBook {
        words.book
    }

    private func render() {
        var new = ReplacementState()
        new.rows = book.replacements.map {
            .init(id: $0.id, title: $0.spoken, subtitle: "→ " + ReplacementList.escaped($0.written))
        }
        new.shipped = book.shipped
        new.note = note
        new.canExport = !book.replacements.isEmpty
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the word book (the user's vocabulary and replacement rules) and stores it. If that succeeds, shows
    /// `sentence`. If it fails, keeps the previous word book and shows a message with the reason.
    private func change(saying sentence: String = "", _ change: @escaping @MainActor (inout WordBook) -> Void) {
        Task {
            if let error = await words.change(change) {
                view?.showToast(error.listMessage)
                // The view renders again, so that the switch or row shows the stored rules.
                state = nil
            } else if !sentence.isEmpty {
                view?.showToast(sentence)
            }
            render()
        }
    }
}

/// The user's actions.
extension ReplacementPresenter {
    /// Turns a set of rules that is shipped with the program on or off.
    public func set(_ set: ShippedRules, isOn: Bool) {
        change { book in
            if isOn {
                book.shipped.insert(set)
            } else {
                book.shipped.remove(set)
            }
        }
    }

    /// Opens the form for a new rule.
    public func add() {
        view?.edit(ReplacementForm())
    }

    /// Opens the form for a rule of the list.
    public func edit(_ id: ReplacementRule.ID) {
        if let rule = book.replacements.first(where: { $0.id == id }) {
            view?.edit(ReplacementForm(rule))
        }
    }

    /// Stores the rule that the form describes.
    public func save(_ form: ReplacementForm) {
        guard let rule = form.rule else {
            return
        }
        change { book in
            if let id = form.id, id != rule.id {
                book.remove(id)
            }
            book.add([rule])
        }
    }

    /// Removes a rule from the list.
    public func remove(_ id: ReplacementRule.ID) {
        change { $0.remove(id) }
    }

    /// Adds the rules of a file. `ReplacementList` defines its format.
    public func importRules(from path: String) {
        Task {
            let rules: [ReplacementRule]
            do throws(TextReadError) {
                let text = try await words.text(of: path)
                do throws(ReplacementList.Fault) {
                    rules = try ReplacementList.rules(in: text)
                } catch {
                    view?.showToast(error.message.text)
                    return
                }
            } catch {
                view?.showToast(error.message.text)
                return
            }
            let sentence = trn("{count} replacement imported", "{count} replacements imported", rules.count)
            change(saying: sentence) { $0.add(rules) }
        }
    }

    /// Writes the rules of the list to a file.
    public func exportRules(to path: String) {
        let text = ReplacementList.text(of: book.replacements)
        Task {
            let sentence = await saver.export(list: text, to: path)
            view?.showToast(sentence)
        }
    }
}
