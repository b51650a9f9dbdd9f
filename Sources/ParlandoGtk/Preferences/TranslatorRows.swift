import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows of the translator.
@MainActor struct TranslatorRows {
    let service = ChoiceRow(tr("Service"))
    let serviceNote = Self.note()
    let key = KeyRow()
    let model = ChoiceRow(tr("Language Model"))
    let modelNote = Self.note()
    let address = AddressRow(tr("Server Address"))
    let voiceService = ChoiceRow(tr("Voice"))
    let voiceKey = KeyRow()
    let voiceLanguage = ChoiceRow(tr("Language"))
    let voice = ChoiceRow(tr("Voice for This Language"))
    let voiceNote = Self.note()
    let gender = ChoiceRow(tr("Gender"))
    let rate = DecimalRow(
        tr("Speed"), subtitle: tr("1 is normal speed"), range: SpeakingManner.rateRange, step: 0.05, digits: 2)
    let pitch = DecimalRow(
        tr("Pitch"), subtitle: tr("In semitones"), range: SpeakingManner.pitchRange, step: 1, digits: 1)
    let volume = DecimalRow(
        tr("Volume"), subtitle: tr("In decibels"), range: SpeakingManner.volumeRange, step: 1, digits: 1)
    let silence = DecimalRow(
        tr("Pause Before Translating"), subtitle: tr("In seconds"),
        range: TranslatorPreferences.silenceRange, step: 0.1, digits: 1)
    let silenceLevel = DecimalRow(
        tr("Silence Threshold"), subtitle: tr("In decibels; used when speech cannot be detected"),
        range: TranslatorPreferences.silenceLevelRange, step: 1, digits: 0)
    let perMinute = NumberRow(
        tr("Requests per Minute"), subtitle: tr("Maximum; the service may allow fewer"), range: 1...600, step: 10)
    let waitsForNetwork = SwitchRow(
        tr("Wait for Network"), subtitle: tr("Translate pending text when you are back online"))
    let pinsAuthorities = SwitchRow(tr("Verify Google's Certificate"))

    /// Groups of rows, with their titles.
    var groups: [(title: String, rows: [any Widget])] {
        [
            (tr("Translation"), [service, address.entry, address.problem, serviceNote, key.entry, key.note]),
            (tr("Language Model"), [model, modelNote]),
            (tr("Speech"), [voiceService, voiceKey.entry, voiceKey.note, voiceLanguage, voice, voiceNote, gender]),
            (tr("Speech Style"), [rate, pitch, volume]),
            (tr("Speech Detection"), [silence, silenceLevel]),
            (tr("Network"), [perMinute, waitsForNetwork, pinsAuthorities]),
        ]
    }

    func connect(_ tell: @escaping @MainActor (TranslatorPreferenceChange) -> Void) {
        service.onChoose { tell(.service($0)) }
        model.onChoose { tell(.model($0)) }
        address.onApply { tell(.address($0)) }
        voiceService.onChoose { tell(.voiceService($0)) }
        voiceLanguage.onChoose { tell(.voiceLanguage($0)) }
        voice.onChoose { tell(.voice($0)) }
        gender.onChoose { tell(.gender($0)) }
        rate.onChange { tell(.rate($0)) }
        pitch.onChange { tell(.pitch($0)) }
        volume.onChange { tell(.volume($0)) }
        silence.onChange { tell(.silence($0)) }
        silenceLevel.onChange { tell(.silenceLevel($0)) }
        perMinute.onChange { tell(.perMinute($0)) }
        waitsForNetwork.onChange { tell(.waitsForNetwork($0)) }
        pinsAuthorities.onChange { tell(.pinsAuthorities($0)) }
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        let state = change.new
        service.show(state.services, chosen: state.service)
        show(state.key == nil ? state.serviceNote : "", in: serviceNote)
        change.on(\.key) { key.show($0) }
        model.show(state.models, chosen: state.model)
        change.on(\.models.isEmpty) { isEmpty in
            // Without models to choose from, the group would be only a title.
            let group = gtk_widget_get_ancestor(model.widget, adw_preferences_group_get_type())
            gtk_widget_set_visible(group, (!isEmpty).gboolean)
        }
        show(state.modelNote, in: modelNote)
        change.on(\.hasAddress) { address.entry.isVisible = $0 }
        change.on(\.address) { address.show($0) }
        change.on(\.addressProblem) { address.show(problem: $0) }
        voiceService.show(state.voiceServices, chosen: state.voiceService)
        change.on(\.voiceServiceNote) { voiceService.reference.setRowSubtitle($0) }
        change.on(\.voiceKey) { voiceKey.show($0) }
        voiceLanguage.show(state.voiceLanguages, chosen: state.voiceLanguage)
        voice.show(state.voices, chosen: state.voice)
        show(state.voiceNote, in: voiceNote)
        gender.show(state.genders, chosen: state.gender)
        change.on(\.rate) { rate.show($0) }
        change.on(\.pitch) { pitch.show($0) }
        change.on(\.volume) { volume.show($0) }
        change.on(\.silence) { silence.show($0) }
        change.on(\.silenceLevel) { silenceLevel.show($0) }
        change.on(\.perMinute) { perMinute.show($0) }
        waitsForNetwork.show(state.waitsForNetwork)
        change.on(\.pinningNote) { pinsAuthorities.reference.setRowSubtitle($0) }
        // Always set: the user may have switched it and then declined the confirmation, so the switch must be set back.
        pinsAuthorities.show(state.pinsAuthorities)
    }

    private func show(_ text: String, in note: Label) {
        note.text = text
        note.isVisible = !text.isEmpty
    }

    private static func note() -> Label {
        let note = Label(classes: ["dim-label", "caption", "row-note"])
        note.wrap()
        gtk_label_set_xalign(note.opaque, 0)
        return note
    }
}
