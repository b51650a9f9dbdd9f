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
        let page = screen.document
        let scalars = Array(page.text.unicodeScalars)
        var range = selection.isEmpty ? scalars.indices : selection.clamped(to: scalars.indices)
        // The answer has no white space around it.
        let isWord = { (index: Int) in !scalars[index].properties.isWhitespace }
        guard let first = range.first(where: isWord), let last = range.last(where: isWord),
            await chosen.allowLanguageModel(on: clock.now, ask), screen.state.canClean, screen.document == page
        else {
            return
        }
        range = first..<(last + 1)
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
