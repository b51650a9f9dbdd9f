import ParlandoCore

/// Texts of the page that is shown at the first start.
enum FirstStartWording {
    static var privacy: String {
        [
            tr("Your speech is turned into text on this computer, and none of it is sent anywhere."),
            tr("Dictated text is kept in the history on this computer until you delete it or turn the history off."),
            tr("The network is used for this download, and later only for services that you turn on yourself."),
        ].joined(separator: " ")
    }

    static func level(_ hearing: FirstStartScreen.Hearing) -> String {
        switch hearing {
        case .nothingYet: tr("Say something: the bar moves")
        case .voice: tr("Parlando hears you")
        case .failure(let error): error.message.text
        }
    }

    static func title(_ model: String, isRecommended: Bool) -> String {
        isRecommended ? tr("{model} · Recommended", ["model": model]) : model
    }

    /// Returns a note about the languages, download size and memory use of a model: `99 languages · 148 MB to download
    /// · …`.
    static func note(_ model: SpeechModel) -> String {
        let size = tr("{size} to download", ["size": Quantities.bytes(model.bytes)])
        let memory = tr("{size} of memory", ["size": Quantities.bytes(model.memory)])
        let languages = model.isMultilingual ? tr("99 languages") : tr("English only")
        return [languages, size, memory].joined(separator: " · ")
    }

    static func button(isBusy: Bool) -> String {
        isBusy ? tr("Downloading…") : tr("Download and Start")
    }
}
