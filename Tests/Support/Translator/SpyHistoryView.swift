public import ParlandoPresenters

/// History view that records every state it is shown.
@MainActor public final class SpyHistoryView: HistoryView, ViewKeeping {
    public let log = ViewLog(HistoryViewState())
    public private(set) var translators = 0
    public private(set) var dictations = 0
    public private(set) var offers: [String] = [] { didSet { log.changes.happened() } }
    public private(set) var copied: [String] = []

    public init() {}

    public func openTranslator() {
        translators += 1
    }

    public func openDictation() {
        dictations += 1
    }

    public func offerUndo(_ text: String) {
        offers.append(text)
    }

    public func offerToRemember(_ question: String?) {
        question.map { showToast($0) }
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
    }
}
