public import ParlandoCore

/// Turns the user's choices about replacement rules into a word book that is kept.
@MainActor public final class ReplacementPresenter {
    private weak var view: (any ReplacementView)?
    private let store: any WordBookStore
    private let saver: any TextSaver
    private var book = WordBook()
    private var note = tr("What to write instead of what you say")
    private var state: ReplacementState?
    /// The last command; the next one waits for it, so that none is lost.
    private var work: Task<Void, Never>?

    public init(view: any ReplacementView, store: any WordBookStore, saver: any TextSaver) {
        self.view = view
        self.store = store
        self.saver = saver
    }

    deinit {
        work?.cancel()
    }

    /// Loads the rules and renders the first state. Call once.
    public func activate() {
        view?.replacementDelegate = self
        queue { presenter in await presenter.load() }
    }

    private func load() async {
        book = await store.load()
        if let path = await store.damagedCopy() {
            note = tr("The list was damaged and has been set aside as {path}.", ["path": path])
        }
        render()
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

    /// Runs a command after those before it.
    private func queue(_ command: @escaping @MainActor (ReplacementPresenter) async -> Void) {
        work = Task { [weak self, work] in
            await work?.value
            if let self {
                await command(self)
            }
        }
    }

    /// Changes the book and keeps it. If that fails, the former book stays, and a message says why.
    private func change(saying sentence: String = "", _ change: @escaping @MainActor (inout WordBook) -> Void) {
        queue { presenter in
            // The rules may have been removed with all other data meanwhile.
            var new = await presenter.store.load()
            change(&new)
            do throws(TextSaveError) {
                try await presenter.store.save(new)
                presenter.book = new
                if !sentence.isEmpty {
                    presenter.view?.showToast(sentence)
                }
            } catch {
                presenter.view?.showToast(error.listMessage)
                // The switch or row goes back to what is kept.
                presenter.state = nil
            }
            presenter.render()
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
                let text = try await store.text(of: path)
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
        Task {
            do throws(TextSaveError) {
                try await saver.save(text, to: path)
                let name = path.split(separator: "/").last.map { String($0) } ?? path
                view.showToast(tr("Saved as {name}", ["name": name]))
            } catch {
                view.showToast(error.listMessage)
            }
        }
    }
}

extension TextSaveError {
    /// Sentence about a list that could not be saved.
    fileprivate var listMessage: String {
        switch kind {
        case .diskFull: tr("The list was not saved because the disk is full.")
        case .denied: tr("The list was not saved: you do not have permission to write there.")
        case .folderMissing, .isFolder, .failed: tr("The list was not saved.")
        }
    }
}
