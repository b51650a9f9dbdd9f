import ParlandoCore
import ParlandoServices

/// Texts about speech models and their states.
enum ModelWording {
    /// Returns the progress of downloading or loading the chosen model for the dictation page, or nil if neither is
    /// under way.
    static func progress(_ entry: ModelEntry) -> DictationViewState.Progress? {
        let model = ["model": entry.model.name]
        switch entry.state {
        case .downloading(let transfer):
            let text = tr("Downloading speech model {model}", model) + " · " + Quantities.progress(transfer)
            return .init(text, fraction: transfer.total > 0 ? transfer.fraction : nil, canCancel: true)
        case .verifying(let fraction):
            return .init(tr("Verifying speech model {model}", model), fraction: fraction)
        case .preparing(.loading, let fraction):
            return .init(tr("Loading speech model {model}", model), fraction: fraction)
        case .preparing(.warming, let fraction):
            return .init(tr("Preparing speech model {model}", model), fraction: fraction)
        case .absent, .present, .ready, .failed:
            return nil
        }
    }

    /// Returns a status line about the same operation without figures, so that a screen reader announces it only once.
    static func status(_ entry: ModelEntry) -> String? {
        switch entry.state {
        case .downloading, .verifying: tr("Downloading the speech model")
        case .preparing: tr("You can start while the speech model loads")
        case .absent, .present, .ready, .failed: nil
        }
    }

    /// The message that a session waits for its model until a session of another page has ended.
    static var awaited: Message {
        Message(tr("Another page is using a different speech model. Your speech is kept until that page has finished."))
    }

    /// Returns languages, size and state of a model for a list: `English only · 77.7 MB · in use`.
    static func subtitle(_ entry: ModelEntry) -> String {
        let languages = entry.model.isMultilingual ? tr("multilingual") : tr("English only")
        return [languages, Quantities.bytes(entry.model.bytes), stand(entry)].joined(separator: " · ")
    }

    /// Returns the message that the chosen model cannot be used, with a command that helps, or nil if it can be used.
    static func obstacle(_ entry: ModelEntry) -> Message? {
        switch entry.state {
        case .absent:
            let places = ["model": entry.model.name, "size": Quantities.bytes(entry.model.bytes)]
            return Message(
                tr("Download the {model} speech model ({size}) once to dictate offline.", places),
                .download)
        case .failed(let failure):
            return failure.message
        case .downloading, .verifying, .present, .preparing, .ready:
            return nil
        }
    }

    private static func stand(_ entry: ModelEntry) -> String {
        switch entry.state {
        case .absent:
            entry.diskUse > 0
                ? tr("{amount} downloaded", ["amount": Quantities.bytes(entry.diskUse)]) : tr("not downloaded")
        case .downloading(let transfer): Quantities.progress(transfer)
        case .verifying: tr("verifying")
        case .present: tr("downloaded")
        case .preparing(.loading, _): tr("loading")
        case .preparing(.warming, _): tr("preparing")
        case .ready: tr("ready")
        case .failed(let failure): failure.message.text
        }
    }
}
