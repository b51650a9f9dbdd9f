import ParlandoCore
public import ParlandoServices

/// Puts the dictated text where the user wants it: on the page only, on the clipboard, or into another application.
extension DictationPresenter {
    /// Finds out whether the desktop lets programs insert text into other applications. The page shows in advance where
    /// dictated text will go.
    func findDelivery() async {
        let isCaretOffered = await caret.obstacle() == nil
        let isTypingOffered = await typing.isOffered()
        update { screen in
            screen.isCaretOffered = isCaretOffered
            screen.isTypingOffered = isTypingOffered
        }
    }

    /// Copies or pastes the text of the session that has just ended as the user chose, unless the text is written at
    /// the caret of another application.
    func deliver() {
        guard screen.caret == nil else {
            return
        }
        let text = screen.sessionText
        guard !text.isEmpty, screen.deliversAtEnd else {
            return
        }
        update { $0.deliversAtEnd = false }
        deliver(text)
    }

    private func deliver(_ text: String) {
        switch screen.delivery {
        case .page:
            break
        case .clipboard:
            view?.copyToClipboard(text)
            view?.showToast(tr("Text copied"))
        case .applications where view?.isInFront == true || !screen.isTypingOffered:
            view?.copyToClipboard(text)
            view?.showToast(CaretWording.copied(isInFront: view?.isInFront == true))
        case .applications:
            Task { await paste(text) }
        }
    }

    /// Delivers the rest of a dictated text, which could not be written at the caret of another application.
    ///
    /// - Parameters:
    ///   - hasWritten: whether an earlier part of the text was written at the caret.
    ///   - isPossible: whether writing at the caret worked at any time in the session.
    private func deliverRest(_ rest: String, hasWritten: Bool, isPossible: Bool) {
        guard !rest.isEmpty else {
            return
        }
        if isPossible {
            // Pasting would insert the text into whatever window has the focus now.
            view?.copyToClipboard(rest)
            view?.showToast(CaretWording.restCopied(isWhole: !hasWritten))
        } else {
            deliver(rest)
        }
    }

    /// Pastes text into another window through the clipboard, and then restores the clipboard's former content.
    private func paste(_ text: String) async {
        await view?.lendClipboard(to: text)
        do throws(DesktopTypingError) {
            try await typing.pressPaste()
            view?.giveClipboardBack()
        } catch {
            view?.showToast(tr("The desktop does not let Parlando type. Text copied instead."))
        }
    }
}

extension DictationPresenter: CaretDelegate {
    public func caret(_ caret: any CaretDelivering, didReport news: CaretNews, of session: Int) {
        let isPresent = session == screen.caretSession && screen.caret != nil
        switch news {
        case .state(let state):
            if isPresent {
                update { $0.deliver(state) }
            }
        case .ended(let rest, let hasWritten, let obstacle):
            let isPossible = obstacle == nil || hasWritten || !isPresent || screen.hasCaretWorked
            if isPresent {
                update { screen in
                    screen.caret = nil
                    screen.deliversAtEnd = false
                }
            }
            deliverRest(rest, hasWritten: hasWritten, isPossible: isPossible)
        }
    }
}
