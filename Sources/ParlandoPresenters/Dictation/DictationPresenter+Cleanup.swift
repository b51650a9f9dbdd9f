public import ParlandoCore
public import ParlandoServices

/// Cleaning up with the user's language model.
extension DictationPresenter {
    /// - Parameters:
    ///   - id: of the task.
    ///   - selection: in Unicode scalars of the text; empty for all of it.
    public func clean(_ id: String, _ selection: Range<Int>) {
        if let task = screen.preferences.cleanup.tasks.first(where: { $0.id == id }), screen.state.canClean {
            cleaning = Task { await clean(task, selection) }
        }
    }

    /// Does nothing if the page changes meanwhile.
    private func clean(_ task: CleanupTask, _ selection: Range<Int>) async {
        guard await chosen.allowLanguageModel(on: clock.now, ask), screen.state.canClean else {
            return
        }
        let page = screen.document
        let scalars = Array(page.text.unicodeScalars)
        let range = selection.isEmpty ? scalars.indices : selection.clamped(to: scalars.indices)
        update { ($0.isCleaning, $0.cleanupFailure) = (true, nil) }
        do throws(CleanupError) {
            let cleaned = try await cleanup.clean(String(String.UnicodeScalarView(scalars[range])), with: task)
            let text = scalars[..<range.lowerBound] + Array(cleaned.unicodeScalars) + scalars[range.upperBound...]
            update { $0.isCleaning = false }
            if screen.document == page {
                update { $0.rewrite(String(String.UnicodeScalarView(text))) }
                view?.offerUndo(tr("Text cleaned up"))
                await keepPage()
            }
        } catch {
            update { ($0.isCleaning, $0.cleanupFailure) = (false, error.message) }
        }
    }
}

extension DictationPresenter: CleanupDelegate {
    public func cleanup(_ service: CleanupService, didKeepWords reason: CleanupError) {
        update { $0.cleanupFailure = reason.message }
    }
}
