import Foundation
public import ParlandoCore
import ParlandoServices

public struct PreferencesViewState: Sendable, Equatable {
    public struct Option: Sendable, Equatable {
        public var id: String
        public var title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A row in the list of speech models, of natural voices or of services.
    public struct ModelRow: Sendable, Equatable, Identifiable {
        /// Name of the model, such as `tiny.en`.
        public var id: String
        public var title: String
        public var subtitle = ""
        /// Whether this model is used; at most one is.
        public var isChosen = false
        /// 0…1, of the operation under way.
        public var fraction: Double?
        public var canChoose = false
        /// Whether a sample of the voice can be played.
        public var canListen = false
        /// Whether the model can be downloaded or imported.
        public var canDownload = false
        public var canCancel = false
        public var cancelLabel = ""
        public var canRemove = false
    }

    public var preferences = Preferences()
    /// Pages on which a preference differs from its default.
    public var resettable: Set<PreferencesPage> = []
    public var models: [ModelRow] = []
    /// The microphones to choose from; the system's default comes first.
    public var microphones: [Option] = []
    /// Preceded by automatic detection; empty if the model knows only English.
    public var languages: [Option] = []
    public var interfaceLanguages: [Option] = []
    /// How long entries of the history are kept. The identifiers are numbers of days.
    public var ages: [Option] = []
    /// 15…120; the default while stopping after silence is off.
    public var silenceSeconds = 30
    public var deliveries: [Option] = []
    /// An invalid address is shown until the user corrects it.
    public var mirror = ""
    public var mirrorProblem = ""
    public var loudspeakers: [Option] = []
    /// One line per pair of devices.
    public var latencies = ""
    public var instrument = ""

    public init() {}
}

public enum ModelPress: Sendable {
    case choose
    case listen
    case download
    case importFile
    case cancel
    case remove
}

@MainActor public protocol PreferencesView: AnyObject {
    func render(_ state: PreferencesViewState)
    func showToast(_ text: String)
    /// With a button that undoes a reset.
    func showToast(_ text: String, undoing page: PreferencesPage)
    func offerUndo(_ text: String, ofRemoving model: String)
    func ask(_ question: PageQuestion) async -> Bool
}

struct PreferencesScreen {
    typealias State = PreferencesViewState

    let interfaceLanguages: [String]
    var preferences: Preferences
    var models: [ModelEntry] = []
    var offers = ModelOffers([], language: "en", machine: Machine())
    var microphones: [AudioDevice] = []
    var loudspeakers: [AudioDevice] = []
    /// The address of the download mirror as the user typed it, if it is not valid.
    var refusedMirror: String?

    /// Shown while stopping after silence is off.
    private static let usualSilence = Preferences().silenceStop

    var state: State {
        var state = State()
        state.preferences = preferences
        state.resettable = Set(PreferencesPage.allCases.filter { preferences.differ(on: $0) })
        state.models = models.map(row)
        state.microphones = DeviceOptions.options(of: microphones, chosen: preferences.microphone)
        state.languages = languageOptions
        state.interfaceLanguages = interfaceOptions
        state.ages = HistoryPreferences.choicesOfDays.map { State.Option("\($0)", HistoryWording.name(ofDays: $0)) }
        state.silenceSeconds = preferences.silenceStop > 0 ? preferences.silenceStop : Self.usualSilence
        state.deliveries = Delivery.allCases.map { State.Option($0.rawValue, $0.title) }
        state.mirror = refusedMirror ?? preferences.mirror
        state.mirrorProblem = refusedMirror.flatMap { SecureAddress.problem(in: $0) }?.sentence ?? ""
        state.loudspeakers = DeviceOptions.options(of: loudspeakers, chosen: preferences.rhythm.output)
        state.latencies = latencies
        state.instrument =
            preferences.rhythm.instrument == nil ? tr("Not learned yet") : tr("Learned. Other sounds are ignored.")
        return state
    }

    private var latencies: String {
        let measured = preferences.rhythm.latencies.sorted { $0.key < $1.key }
            .map { $0.key + ": " + Quantities.milliseconds($0.value) }
        return measured.isEmpty ? tr("Not measured yet") : measured.joined(separator: "\n")
    }

    private func row(_ entry: ModelEntry) -> State.ModelRow {
        let title = ModelWording.title(of: entry.model)
        var row = State.ModelRow(
            id: entry.model.name, title: title, subtitle: ModelWording.subtitle(entry, in: offers))
        row.isChosen = entry.isChosen
        row.canChoose = !entry.isChosen
        row.cancelLabel = tr("Cancel Download of {model}", ["model": title])
        switch entry.state {
        case .absent, .failed(.store):
            row.canDownload = true
            row.canRemove = entry.diskUse > 0
        case .downloading(let transfer):
            row.fraction = transfer.fraction
            row.canCancel = true
        case .verifying(let fraction), .preparing(_, let fraction):
            row.fraction = fraction
        case .present, .ready:
            // A model that was installed with the program cannot be removed.
            row.canRemove = entry.diskUse > 0
        case .failed(.recognition(let error)):
            row.canDownload = error.kind == .modelMissing || error.kind == .modelCorrupt
            row.canRemove = entry.diskUse > 0
        }
        return row
    }

    private var languageOptions: [State.Option] {
        let isServer = preferences.servers.engine()?.server != nil
        let isMultilingual = models.first(where: \.isChosen)?.model.isMultilingual == true
        return isServer || isMultilingual ? DictationScreen.languages : []
    }

    private var interfaceOptions: [State.Option] {
        let named = interfaceLanguages.map { State.Option($0, SpeechLanguage.named($0)?.nativeName ?? $0) }
        return [State.Option("", tr("Follow System"))] + named
    }
}

extension SecureAddress.Problem {
    var sentence: String {
        switch self {
        case .notAnAddress: tr("Enter a web address that starts with https://.")
        case .notSecure: tr("The address must start with https://, so nobody can tamper with your data.")
        }
    }
}

/// Finds rows of the preferences window by the words in their texts.
public struct PreferencesIndex: Sendable {
    public struct Entry: Sendable, Equatable {
        public var title: String
        public var note: String
        public var page: String

        public init(title: String, note: String, page: String) {
            self.title = title
            self.note = note
            self.page = page
        }
    }

    private let texts: [String]

    public init(_ entries: [Entry]) {
        texts = entries.map { FoldedText.fold("\($0.title) \($0.note) \($0.page)") }
    }

    /// Indices of the entries that contain all of the words, regardless of case and accents; none if `words` is blank.
    public func matches(_ words: String) -> [Int] {
        let words = FoldedText.fold(words).split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? [] : texts.indices.filter { index in words.allSatisfy(texts[index].contains) }
    }
}
