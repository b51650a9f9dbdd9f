public import ParlandoPresenters

/// Translator view that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyTranslatorView: TranslatorView, ViewKeeping {
    public let log = ViewLog(TranslatorViewState())
    public private(set) var copied: [String] = []
    public private(set) var focuses = 0

    public init() {
        answer = true
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
        changes.happened()
    }

    public func focusSource() {
        focuses += 1
        changes.happened()
    }
}

/// Translator preferences view that records every state it is shown, and answers questions as set by a test.
@MainActor public final class SpyTranslatorPreferencesView: TranslatorPreferencesView, ViewKeeping {
    public let log = ViewLog(TranslatorPreferencesState())

    /// Whether each key that was entered was saved, in order. A key that was not is still in its field.
    public private(set) var keyEntries: [Bool] = []

    public private(set) var restorable: [String] = []

    public init() {
        answer = true
    }

    public func offerUndo(_ text: String, ofRemovingVoice voice: String) {
        restorable.append(voice)
        changes.happened()
    }

    public func endKeyEntry(of owner: TranslatorKeyOwner, isSaved: Bool) {
        keyEntries.append(isSaved)
        changes.happened()
    }
}
