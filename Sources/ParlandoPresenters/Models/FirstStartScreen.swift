import ParlandoCore
import ParlandoServices

struct FirstStartScreen {
    typealias State = FirstStartViewState

    enum Hearing: Equatable {
        case nothingYet
        case voice
        case failure(AudioError)
    }

    var isShown = false
    var entries: [ModelEntry] = []
    var offers = ModelOffers([], language: "en", machine: Machine())
    /// Nil for the recommended model.
    var choice: String?
    /// The button was pressed, and the download has not begun yet.
    var isBeginning = false
    /// Model whose download began on this page. Dictation begins once it can be used.
    var awaited: String?
    var preferences = Preferences()
    var microphones: [AudioDevice] = []
    var hearing = Hearing.nothingYet
    /// In dBFS.
    var level = -Double.infinity

    /// The others are in the preferences.
    private static let mostOffers = 3
    /// In dBFS: a voice near the microphone.
    private static let voice = -40.0

    /// What the main button downloads.
    var model: SpeechModel? {
        offers.offers.first { $0.id == choice }?.model ?? offers.recommended
    }

    var hasModel: Bool {
        entries.contains { entry in
            switch entry.state {
            case .present, .preparing, .ready, .failed(.recognition): true
            case .absent, .downloading, .verifying, .failed(.store): false
            }
        }
    }

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
        state.level = LevelScale.fraction(ofDecibels: level)
        state.levelNote = FirstStartWording.level(hearing)
        state.privacy = FirstStartWording.privacy
        state.progress = entry.flatMap(ModelWording.progress)
        let isBusy = isBeginning || state.progress != nil
        let smallest = offers.offers.prefix(Self.mostOffers)
        state.offers = offers.offers.filter { $0.isRecommended || smallest.contains($0) }
            .map { row($0.model, canChoose: !isBusy) }
        state.canBegin = !isBusy && model != nil
        state.button = FirstStartWording.button(model, isBusy: isBusy)
        if !isBusy, let entry, case .failed(let failure) = entry.state {
            state.banner = PageBanner(
                failure.message.text, tone: .failure, action: PageAction(tr("Try Again"), .downloadModel),
                alternative: PageAction(tr("Use a File…"), .importModel))
        }
        return state
    }

    private func row(_ model: SpeechModel, canChoose: Bool) -> PreferencesViewState.ModelRow {
        let facts = ModelWording.facts(of: model, in: offers)
        return PreferencesViewState.ModelRow(
            id: model.name, title: ModelWording.title(of: model), subtitle: facts.joined(separator: " · "),
            isChosen: model.name == self.model?.name, canChoose: canChoose)
    }

    /// The entry of the model that the main button downloads.
    private var entry: ModelEntry? {
        entries.first { $0.model == model }
    }
}

public struct FirstStartViewState: Sendable, Equatable {
    /// In place of the dictation page.
    public var isShown = false
    /// The microphones to choose from; the system's default comes first.
    public var microphones: [PreferencesViewState.Option] = []
    /// One of `microphones`; empty for the system's default.
    public var microphone = ""
    /// Level of the microphone, from 0 (quiet room) to 1 (full scale).
    public var level = 0.0
    /// Whether a voice is heard, or why the microphone cannot be used.
    public var levelNote = ""
    /// Models, smallest first. Exactly one is chosen.
    public var offers: [PreferencesViewState.ModelRow] = []
    /// Three sentences on what is sent and what stays on this computer.
    public var privacy = ""
    public var button = ""
    public var canBegin = false
    public var progress: PageProgress?
    public var banner: PageBanner?

    public init() {}
}

@MainActor public protocol FirstStartView: AnyObject {
    func render(_ state: FirstStartViewState)
    /// Whether its window has the focus.
    var isInFront: Bool { get }
    /// As *Start* on the dictation page.
    func startDictation()
    func showToast(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    /// Then calls `importModel` with the file, if the user chooses one.
    func chooseModelFile()
    func ask(_ question: PageQuestion) async -> Bool
}
