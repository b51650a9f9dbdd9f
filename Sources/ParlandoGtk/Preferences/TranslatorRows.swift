import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor struct TranslatorRows {
    let service = ChoiceRow(\.translator.service, tr("Service"))
    let serviceNote = Label.note("dim-label", "caption", "row-note")
    let key = KeyRow()
    let model = ChoiceRow(\.translator.model, tr("Language Model"))
    let modelNote = Label.note("dim-label", "caption", "row-note")
    let address = AddressRow(tr("Server Address"))
    let voiceService = ChoiceRow(\.translator.voiceService, tr("Voice"))
    let voiceKey = KeyRow()
    let voiceLanguage = ChoiceRow(tr("Language"))
    let voice = ChoiceRow(tr("Voice for This Language"))
    let voiceNote = Label.note("dim-label", "caption", "row-note")
    let gender = ChoiceRow(\.translator.gender, tr("Gender"))
    let naturalVoices = ModelGroup(tr("Natural Voices")) { voice in
        [
            .listen: tr("Listen to {name}", ["name": voice]), .download: tr("Download {name}", ["name": voice]),
            .remove: tr("Remove {name}", ["name": voice]),
        ]
    }
    let importVoice = Button(
        icon: "document-open-symbolic", tooltip: tr("Import a Voice from File…"), classes: ["flat"])
    let pinsAuthorities = SwitchRow(\.translator.pinsAuthorities, tr("Verify Google's Certificate"))

    private let rate = NumberRow(\.translator.manner.rate, tr("Speed"), step: 0.05, digits: 2)
    private let pitch = NumberRow(\.translator.manner.pitch, tr("Pitch"), step: 1, digits: 1)
    private let perMinute = NumberRow(\.translator.perMinute, tr("Requests per Minute"), step: 10)
    private let waitsForNetwork = SwitchRow(\.translator.waitsForNetwork, tr("Wait for Network"))
    private let fetchesAhead = SwitchRow(\.translator.fetchesAhead, tr("Preload Common Phrases"))

    /// Made only once, because the signal handlers are connected to these rows.
    let groups: [PreferencesGroup]

    init() {
        naturalVoices.group.setSuffix(importVoice)
        groups = [
            .init(tr("Translation"), [service, address.entry, address.problem, serviceNote, key.entry, key.note]),
            .init(tr("Language Model"), [model, modelNote]),
            .init(
                tr("Speech"), [voiceService, voiceKey.entry, voiceKey.note, voiceLanguage, voice, voiceNote, gender]),
            .init(
                tr("Speech Style"),
                [
                    rate, pitch,
                    NumberRow(
                        \.translator.manner.volume, tr("Volume"), subtitle: tr("In decibels"), step: 1, digits: 1),
                ]),
            .init(
                tr("Speech Detection"),
                [
                    NumberRow(
                        \.translator.silence, tr("Pause Before Translating"), subtitle: tr("In seconds"), step: 0.1,
                        digits: 1),
                    NumberRow(
                        \.translator.silenceLevel, tr("Silence Threshold"),
                        subtitle: tr("In decibels; used when speech cannot be detected"), step: 1, digits: 0),
                ],
                isExpert: true),
            .init(
                tr("Network"),
                [
                    perMinute, waitsForNetwork, fetchesAhead, pinsAuthorities,
                ],
                isExpert: true),
        ]
    }

    /// The list of natural voices comes after the choice of a voice.
    func widgets() -> [any Widget] {
        let made: [any Widget] = PreferencesGroup.make(groups)
        let place = min(3, made.count)
        return made[..<place] + [naturalVoices] + made[place...]
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        let state = change.new
        service.show(state.services)
        serviceNote.show(state.key == nil ? state.serviceNote : "")
        change.on(\.key) { key.show($0) }
        model.show(state.models)
        change.on(\.models.isEmpty) { isEmpty in
            // Without models to choose from, the group would be only a title.
            let group = gtk_widget_get_ancestor(model.widget, adw_preferences_group_get_type())
            gtk_widget_set_visible(group, (!isEmpty).gboolean)
        }
        modelNote.show(state.modelNote)
        change.on(\.hasAddress) { address.entry.isVisible = $0 }
        change.on(\.address) { address.show($0) }
        change.on(\.addressProblem) { address.show(problem: $0) }
        voiceService.show(state.voiceServices)
        change.on(\.voiceServiceNote) { voiceService.show(note: $0) }
        change.on(\.voiceKey) { voiceKey.show($0) }
        voiceLanguage.show(state.voiceLanguages, chosen: state.voiceLanguage)
        voice.show(state.voices, chosen: state.voice)
        voiceNote.show(state.voiceNote)
        gender.show(state.genders)
        change.on(\.genderNote) { note in
            gender.show(note: note)
            gender.isSensitive = note.isEmpty
        }
        naturalVoices.isVisible = state.showsNaturalVoices
        naturalVoices.reference.setGroupDescription(state.naturalNote)
        naturalVoices.show(state.naturalVoices)
        change.on(\.obstacles) { _ in showObstacles(state) }
        change.on(\.pinningNote) { _ in showObstacles(state) }
    }

    /// Greys out the rows that have no effect, and says why.
    private func showObstacles(_ state: TranslatorPreferencesState) {
        func show(_ setting: TranslatorSetting, on row: any PreferenceRow, _ subtitle: String) {
            let obstacle = state.obstacles[setting]
            row.isSensitive = obstacle == nil
            row.show(note: obstacle ?? subtitle)
        }
        show(.rate, on: rate, tr("1 is normal speed"))
        show(.pitch, on: pitch, tr("In semitones"))
        show(.perMinute, on: perMinute, tr("Maximum; the service may allow fewer"))
        show(.waitsForNetwork, on: waitsForNetwork, tr("Translate pending text when you are back online"))
        show(
            .fetchesAhead, on: fetchesAhead, tr("Translate them in advance for English, Spanish, French and German"))
        show(.pinsAuthorities, on: pinsAuthorities, state.pinningNote)
    }
}
