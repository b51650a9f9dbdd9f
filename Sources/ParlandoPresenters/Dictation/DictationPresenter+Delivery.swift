import ParlandoCore
public import ParlandoServices

/// Delivers the text after Stop in the way that the user chose.
extension DictationPresenter {
    /// Finds out whether the desktop lets programs write into others, so that the page can show in advance how text
    /// will be delivered.
    func findDelivery() async {
        let isCaretOffered = await caret.obstacle() == nil
        let isTypingOffered = await typing.isOffered()
        update { screen in
            screen.isCaretOffered = isCaretOffered
            screen.isTypingOffered = isTypingOffered
        }
    }

    /// Delivers the text of the session that has just ended, unless it was written at the caret.
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

    /// Delivers what could not be written at the caret.
    private func deliverRest(_ rest: String, hasWritten: Bool, obstacle: CaretObstacle?) {
        guard !rest.isEmpty else {
            return
        }
        if obstacle != nil, !hasWritten {
            deliver(rest)
        } else {
            // Another way would write into whatever window has the focus now.
            view?.copyToClipboard(rest)
            view?.showToast(CaretWording.restCopied(isWhole: !hasWritten))
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
    public func caret(_ caret: any CaretDelivering, didReport news: CaretNews) {
        switch news {
        case .state(let state):
            // Without a session the news is of the one that has ended.
            if screen.caret != nil {
                update { screen in
                    screen.caret = state
                    screen.isCaretOffered = state.isPossible
                }
            }
        case .ended(let rest, let hasWritten, let obstacle):
            guard screen.caret != nil else {
                return
            }
            update { screen in
                screen.caret = nil
                screen.deliversAtEnd = false
            }
            deliverRest(rest, hasWritten: hasWritten, obstacle: obstacle)
        }
    }
}

extension CaretDelivery.State {
    fileprivate var isPossible: Bool {
        switch self {
        case .writing, .waiting: true
        case .failed: false
        }
    }
}
