import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the preferences window. `state` computes the view state from them.
struct PreferencesScreen {
    typealias State = PreferencesViewState

    var preferences: Preferences
    var models: [ModelEntry]
    var microphones: [AudioDevice]
    var loudspeakers: [AudioDevice] = []
    var refusedMirror: String?
    var interfaceLanguages: [String]

    /// The default number of seconds of silence after which dictation stops. It is shown while this function is turned
    /// off.
    private static let usualSilence = Preferences().silenceStop

    var state: State {
        var state = State()
        state.preferences = preferences
        state.resettable = Set(PreferencesPage.allCases.filter { preferences.differ(on: $0) })
        state.models = models.map(row)
        state.microphones = DeviceOptions.options(of: microphones, chosen: preferences.microphone)
        state.languages = languageOptions
        state.interfaceLanguages = interfaceOptions
        state.silenceSeconds = preferences.silenceStop > 0 ? preferences.silenceStop : Self.usualSilence
        state.deliveries = Delivery.allCases.map { State.Option($0.rawValue, $0.title) }
        state.mirror = refusedMirror ?? preferences.mirror
        state.mirrorProblem = mirrorProblem
        state.loudspeakers = DeviceOptions.options(of: loudspeakers, chosen: preferences.rhythm.output)
        state.latencies = latencies
        state.instrument =
            preferences.rhythm.instrument == nil ? tr("Not learned yet") : tr("Other sounds are ignored")
        return state
    }

    private var latencies: String {
        let measured = preferences.rhythm.latencies.sorted { $0.key < $1.key }
            .map { $0.key + ": " + Quantities.milliseconds($0.value) }
        return measured.isEmpty ? tr("Not measured yet") : measured.joined(separator: "\n")
    }

    private func row(_ entry: ModelEntry) -> State.ModelRow {
        let name = entry.model.name
        var row = State.ModelRow(name: name, title: name, subtitle: ModelWording.subtitle(entry))
        row.isChosen = entry.isChosen
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
            // A model that was installed with the program takes no space of the user's, and cannot be removed.
            row.canRemove = entry.diskUse > 0
            row.canChoose = !entry.isChosen
        case .failed(.recognition(let error)):
            row.canDownload = error.kind == .modelMissing || error.kind == .modelCorrupt
            row.canRemove = entry.diskUse > 0
            row.canChoose = !entry.isChosen
        }
        return row
    }

    private var languageOptions: [State.Option] {
        let isServer = preferences.servers.engine()?.server != nil
        guard isServer || models.first(where: \.isChosen)?.model.isMultilingual == true else {
            return []
        }
        let named = SpeechLanguage.all.map { State.Option($0.code, $0.nativeName) }
        return [State.Option("", tr("Detect Automatically"))] + named
    }

    private var interfaceOptions: [State.Option] {
        let named = interfaceLanguages.map { State.Option($0, SpeechLanguage.named($0)?.nativeName ?? $0) }
        return [State.Option("", tr("Follow System"))] + named
    }

    private var mirrorProblem: String {
        switch SecureAddress.problem(in: refusedMirror ?? "") {
        case nil: ""
        case .notAnAddress: tr("Enter a web address that starts with https://.")
        case .notSecure: tr("The address must start with https://, so nobody can tamper with your data.")
        }
    }
}
