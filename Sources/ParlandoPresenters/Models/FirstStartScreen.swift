import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the page for the first start. `state` computes the view state from them.
struct FirstStartScreen {
    typealias State = FirstStartViewState

    /// The result of the microphone check so far.
    enum Hearing: Equatable {
        case nothingYet
        /// The microphone has picked up a voice.
        case voice
        case failure(AudioError)
    }

    var isShown = false
    var entries: [ModelEntry] = []
    var offers = ModelOffers([], language: "en", machine: Machine())
    /// Name of the model that the user chose, or nil if the recommended model is used.
    var choice: String?
    /// Whether the user has pressed the button to download, and the download has not begun yet.
    var isBeginning = false
    /// Name of the model whose download the user began on this page, or nil if there is none. Dictation begins once
    /// that model can be used.
    var awaited: String?
    var preferences = Preferences()
    var microphones: [AudioDevice] = []
    var hearing = Hearing.nothingYet
    /// Input level of the microphone, in dBFS.
    var level = -Double.infinity

    /// Input level in dBFS below which the level display stays empty, as on the dictation page.
    private static let quietest = -60.0
    /// Minimum input level, in dBFS, that counts as a voice near the microphone.
    private static let voice = -40.0

    /// The model that the main button downloads, or nil if there is none.
    var model: SpeechModel? {
        offers.offers.first { $0.id == choice }?.model ?? offers.recommended
    }

    /// Whether any speech model is on disk or in memory.
    var hasModel: Bool {
        entries.contains { entry in
            switch entry.state {
            case .present, .preparing, .ready, .failed(.recognition): true
            case .absent, .downloading, .verifying, .failed(.store): false
            }
        }
    }

    /// Whether the model whose download the user began on this page is on disk or in memory.
    var hasAwaitedModel: Bool {
        entries.contains { entry in
            switch entry.state {
            case .present, .preparing, .ready: entry.model.name == awaited
            case .absent, .downloading, .verifying, .failed: false
            }
        }
    }

    mutating func hear(_ event: MicrophoneCheckEvent) {
        switch event {
        case .level(let level):
            self.level = level
            if level >= Self.voice {
                hearing = .voice
            } else if case .failure = hearing {
                hearing = .nothingYet
            }
        case .failure(let error):
            level = -.infinity
            hearing = .failure(error)
        }
    }

    // MARK: The state

    var state: State {
        var state = State()
        state.isShown = isShown
        guard isShown else {
            return state
        }
        state.microphones = DeviceOptions.options(of: microphones, chosen: preferences.microphone)
        state.microphone = preferences.microphone
        state.level = min(max(0, 1 - level / Self.quietest), 1)
        state.levelNote = FirstStartWording.level(hearing)
        let chosen = model?.name
        state.offers = offers.offers.map { offer in
            State.Offer(
                offer.id, title: FirstStartWording.title(offer.id, isRecommended: offer.isRecommended),
                note: FirstStartWording.note(offer.model), isRecommended: offer.isRecommended,
                isChosen: offer.id == chosen)
        }
        state.privacy = FirstStartWording.privacy
        state.progress = entry.flatMap(ModelWording.progress)
        let isBusy = isBeginning || state.progress != nil
        state.canChoose = !isBusy
        state.canBegin = !isBusy && model != nil
        state.button = FirstStartWording.button(isBusy: isBusy)
        if !isBusy, let entry, case .failed(let failure) = entry.state {
            // The banner needs no command, because the main button tries again.
            state.banner = PageBanner(failure.message.text, tone: .failure)
        }
        return state
    }

    /// The list entry, with the download state, of the model that the main button downloads; nil if there is none.
    private var entry: ModelEntry? {
        entries.first { $0.model == model }
    }
}
