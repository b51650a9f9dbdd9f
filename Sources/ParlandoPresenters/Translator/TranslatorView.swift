/// What can have the keyboard's focus when the page changes.
public enum TranslatorFocus: Sendable, Equatable {
    case source
    case button
}

/// What the user did on the translator page.
@MainActor public protocol TranslatorViewDelegate: AnyObject {
    func translatorViewDidPressButton(_ view: any TranslatorView)
    /// The button beside the typed text, or Ctrl+Return.
    func translatorViewDidPressTranslate(_ view: any TranslatorView)
    /// What was translated earlier is to be translated anew.
    func translatorViewDidPressTranslateAnew(_ view: any TranslatorView)
    /// Escape: ends what is under way.
    func translatorViewDidPressCancel(_ view: any TranslatorView)
    /// The user changed the text by hand; `text` is the whole of it.
    func translatorView(_ view: any TranslatorView, didEdit text: String)
    /// ISO 639-1 code, empty: to be found out.
    func translatorView(_ view: any TranslatorView, didChooseLanguage code: String, on side: TranslatorSide)
    func translatorView(_ view: any TranslatorView, didChoosePair name: String)
    func translatorViewDidPressSwap(_ view: any TranslatorView)
    func translatorViewDidPressClear(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressListenOn side: TranslatorSide)
    func translatorViewDidPressStopSpeech(_ view: any TranslatorView)
    func translatorView(_ view: any TranslatorView, didPressCopyOn side: TranslatorSide)
    /// The user chose where to save the translation as sound.
    func translatorView(_ view: any TranslatorView, didChooseFile path: String)
    func translatorView(_ view: any TranslatorView, didSetSpeaks isOn: Bool)
    func translatorView(_ view: any TranslatorView, didSetConversation isOn: Bool)
    func translatorView(_ view: any TranslatorView, didPress action: PageAction.Kind)
}

/// A page that can show the state, and nothing more.
@MainActor public protocol TranslatorView: AnyObject {
    var delegate: (any TranslatorViewDelegate)? { get set }
    func render(_ state: TranslatorViewState)
    /// A short message that goes away by itself.
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    /// Opens the preferences, at the part that is named.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: TranslatorFocus)
    /// Asks, and answers whether the user wants to go on.
    func ask(_ question: PageQuestion) async -> Bool
}
