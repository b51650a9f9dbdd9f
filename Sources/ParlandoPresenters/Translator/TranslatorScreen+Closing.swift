import ParlandoCore

/// Finds out which texts of the page would be lost if the window closed.
extension TranslatorScreen {
    /// The question that is asked before the window closes, or nil if nothing would be lost.
    var farewell: DictationViewState.Question? {
        guard !isInHistory, texts.contains(where: { !$0.isWhitespace }), texts != saved else {
            return nil
        }
        return .init(
            tr("Save Translation?"), tr("The text on the translator page will be lost."), goOn: tr("Discard"),
            save: tr("Save…"))
    }

    /// The texts on the page, each followed by its translation, separated by empty lines.
    var texts: String {
        (ahead.flatMap { [$0.source.revealed, $0.translation.revealed] } + [text(on: .source), text(on: .target)])
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Whether the history contains all texts and translations on the page.
    private var isInHistory: Bool {
        guard let first = exchanges.first, !isEdited,
            (ahead + exchanges).allSatisfy({ $0.isWhole && !unkept.contains($0.id) })
        else {
            return false
        }
        return preferences.keepsTranslations || first.id == shown
    }
}
