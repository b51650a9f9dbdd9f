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
        view?.replacementDelegate = self
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

extension ReplacementPresenter: ReplacementViewDelegate {
    public func replacementView(_ view: any ReplacementView, didSet set: ShippedRules, isOn: Bool) {
        change { book in
            if isOn {
                book.shipped.insert(set)
            } else {
                book.shipped.remove(set)
            }
        }
    }

    public func replacementViewDidPressAdd(_ view: any ReplacementView) {
        view.edit(ReplacementForm())
    }

    public func replacementView(_ view: any ReplacementView, didPressEdit id: ReplacementRule.ID) {
        if let rule = book.replacements.first(where: { $0.id == id }) {
            view.edit(ReplacementForm(rule))
        }
    }

    public func replacementView(_ view: any ReplacementView, didSave form: ReplacementForm) {
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

    public func replacementView(_ view: any ReplacementView, didRemove id: ReplacementRule.ID) {
        change { $0.remove(id) }
    }

    public func replacementView(_ view: any ReplacementView, didImport path: String) {
        Task {
            let rules: [ReplacementRule]
            do throws(TextReadError) {
                let text = try await words.text(of: path)
                do throws(ReplacementList.Fault) {
                    rules = try ReplacementList.rules(in: text)
                } catch {
                    return view.showToast(error.message.text)
                }
            } catch {
                return view.showToast(error.message.text)
            }
            let sentence = trn("{count} replacement imported", "{count} replacements imported", rules.count)
            change(saying: sentence) { $0.add(rules) }
        }
    }

    public func replacementView(_ view: any ReplacementView, didExport path: String) {
        let text = ReplacementList.text(of: book.replacements)
        Task { view.showToast(await saver.export(list: text, to: path)) }
    }
}
