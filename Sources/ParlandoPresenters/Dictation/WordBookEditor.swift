public import ParlandoCore

/// Changes the user's word book, one change after the other, so that none is lost. The parts of the preferences that
/// show the book share one editor.
@MainActor public final class WordBookEditor {
    /// The book as it is stored.
    private(set) var book = WordBook()
    private let store: any WordBookStore
    /// The last command; the next one waits for it.
    private var work: Task<TextSaveError?, Never>?

    /// - Parameter store: stores the book. Nothing else may change the stored book.
    public init(store: any WordBookStore) {
        self.store = store
    }

    /// Loads the book. Returns the path under which a damaged book was set aside, or nil if none was.
    func load() async -> String? {
        await perform { editor in
            editor.book = await editor.store.load()
            return nil
        }
        return await store.damagedCopy()
    }

    /// Changes the book and stores it. Returns the error if it could not be stored; the former book is then kept.
    /// Returns nil if it was stored.
    func change(_ change: @escaping @MainActor (inout WordBook) -> Void) async -> TextSaveError? {
        await perform { editor in
            // The stored book is loaded again, because the user may have deleted all data meanwhile.
            var new = await editor.store.load()
            change(&new)
            do throws(TextSaveError) {
                try await editor.store.save(new)
                editor.book = new
                return nil
            } catch {
                return error
            }
        }
    }

    /// Returns the text of a file that the user wants to import.
    func text(of path: String) async throws(TextReadError) -> String {
        try await store.text(of: path)
    }

    /// Runs a command once all earlier commands have ended.
    @discardableResult private func perform(
        _ command: @escaping @MainActor (WordBookEditor) async -> TextSaveError?
    ) async -> TextSaveError? {
        let task = Task { [work] in
            _ = await work?.value
            return await command(self)
        }
        work = task
        return await task.value
    }
}

extension TextSaveError {
    /// Sentence about a list that could not be saved.
    var listMessage: String {
        switch kind {
        case .diskFull: tr("The list was not saved because the disk is full.")
        case .denied: tr("The list was not saved: you do not have permission to write there.")
        case .folderMissing, .isFolder, .failed: tr("The list was not saved.")
        }
    }
}

extension TextSaver {
    /// Saves an exported list, and returns a sentence that says whether it was saved.
    func export(list: String, to path: String) async -> String {
        do throws(TextSaveError) {
            try await save(list, to: path)
            return tr("Saved as {name}", ["name": PathBytes.displayName(of: path)])
        } catch {
            return error.listMessage
        }
    }
}
