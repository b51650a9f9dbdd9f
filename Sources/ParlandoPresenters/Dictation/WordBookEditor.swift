public import ParlandoCore

/// Changes the user's word book (vocabulary and replacement rules). Changes are made one after the other, and none
/// overwrites another. The parts of the preferences that show the word book share one editor.
@MainActor public final class WordBookEditor {
    /// The word book (the user's vocabulary and replacement rules) as it is stored.
    private(set) var book = WordBook()
    private let store: any WordBookStore
    /// The most recent command. The next command waits until it has ended.
    private var work: Task<TextSaveError?, Never>?

    /// - Parameter store: stores the word book (the user's vocabulary and replacement rules). Only this editor may
    ///   change the stored word book.
    public init(store: any WordBookStore) {
        self.store = store
    }

    /// Loads the word book (the user's vocabulary and replacement rules). If the stored word book is damaged, it is set
    /// aside, and an empty one is used. Returns the path of the damaged copy, or nil if there is none.
    func load() async -> String? {
        await perform { editor in
            editor.book = await editor.store.load()
            return nil
        }
        return await store.damagedCopy()
    }

    /// Changes the word book (the user's vocabulary and replacement rules) and stores it. Returns nil if that
    /// succeeded. Otherwise returns the error and keeps the previous word book.
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
    /// Sentence that tells the user why a list of words could not be saved.
    var listMessage: String {
        switch kind {
        case .diskFull: tr("The list was not saved because the disk is full.")
        case .denied: tr("The list was not saved: you do not have permission to write there.")
        case .folderMissing, .isFolder, .failed: tr("The list was not saved.")
        }
    }
}

extension TextSaver {
    /// Exports a list to a file. Returns a sentence that tells the user whether the file was saved.
    func export(list: String, to path: String) async -> String {
        do throws(TextSaveError) {
            try await save(list, to: path)
            return tr("Saved as {name}", ["name": PathBytes.displayName(of: path)])
        } catch {
            return error.listMessage
        }
    }
}
