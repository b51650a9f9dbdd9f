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

    /// Returns a note about the languages, download size, memory use and speed of a model: `99 languages · 148 MB to
    /// download · …`.
    ///
    /// - Parameter isMeasured: whether the measurement of this computer's speed has ended.
    static func note(_ offer: ModelOffers.Offer, isMeasured: Bool) -> String {
        let size = tr("{size} to download", ["size": Quantities.bytes(offer.model.bytes)])
        let memory = tr("{size} of memory", ["size": Quantities.bytes(offer.model.memory)])
        let languages = offer.model.isMultilingual ? tr("99 languages") : tr("English only")
        return [languages, size, memory, speed(offer.factor, isMeasured: isMeasured)].joined(separator: " · ")
    }

    private static func speed(_ factor: Double?, isMeasured: Bool) -> String {
        guard isMeasured else {
            return tr("measuring the speed…")
        }
        guard let factor else {
            return tr("speed not measured")
        }
        let whole = Int(factor, within: 0...1000)
        guard whole > 1 else {
            return factor >= 1 ? tr("barely as fast as you speak") : tr("slower than you speak")
        }
        return trn(
            "about {count} time faster than you speak", "about {count} times faster than you speak", whole)
    }

    static func button(isBusy: Bool, isMeasured: Bool) -> String {
        isBusy ? tr("Downloading…") : isMeasured ? tr("Download and Start") : tr("Measuring…")
    }
}
