import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor struct GeneralRows {
    let interfaceLanguage = ChoiceRow(\.interfaceLanguage, tr("Interface Language"))
    let speaker = ChoiceRow(
        \.rhythm.output, tr("Speaker"), subtitle: tr("For speech, recordings and the metronome"))
    let shortcuts = ShortcutRows()
    private let notifiesOfFiles = SwitchRow(
        \.notifiesOfFiles, tr("Files Transcribed"),
        subtitle: tr("An open microphone is always reported while the window is hidden"))

    func groups(_ history: HistoryRows) -> [PreferencesGroup] {
        [
            // The note has no room beside the name of a language in a narrow window.
            .init(tr("Language"), [interfaceLanguage], description: tr("Takes effect after restarting")),
            .init(tr("Sound"), [speaker]), shortcuts.group, history.group,
            .init(tr("Notifications"), [notifiesOfFiles]),
        ]
    }

    var rows: [any PreferenceRow] {
        [interfaceLanguage, speaker, shortcuts.ahead, notifiesOfFiles]
    }
}

@MainActor struct HistoryRows {
    private let keepsHistory = SwitchRow(
        \.history.keepsDictations, tr("Keep Dictations"), subtitle: tr("On this computer, to find them again"))
    private let age = ChoiceRow(
        \.history.days, tr("Keep For"), subtitle: tr("Older entries, including translations, are deleted"))
    /// A second row for this preference, on the privacy page, which says what is stored.
    let keepsDictations = SwitchRow(\.history.keepsDictations, tr("Keep Dictations"))
    let keepsSound = SwitchRow(\.history.keepsSound, tr("Keep Recordings"))
    let keepsTerminal = SwitchRow(
        \.history.keepsTerminal, tr("Keep Terminal Dictations"),
        subtitle: tr("They may contain passwords and other secrets"))

    private var switches: [SwitchRow] {
        [keepsHistory, keepsDictations, keepsTerminal, keepsSound]
    }

    var group: PreferencesGroup {
        PreferencesGroup(tr("History"), [keepsHistory, age])
    }

    func connect(_ tell: @escaping @MainActor (PreferenceChange) -> Void) {
        switches.forEach { $0.onChange(tell) }
        // The option's name is the number of days.
        age.onChoose { name in
            if let days = Int(name) {
                tell(PreferenceChange(\.history.days, days))
            }
        }
    }

    func show(_ state: PreferencesViewState) {
        switches.forEach { $0.show(state.preferences) }
        age.show(state.ages, chosen: "\(state.preferences.history.days)")
    }
}

@MainActor struct RhythmRows {
    private let voice = ChoiceRow(
        \.rhythm.clickVoice, tr("Click"), subtitle: tr("A spoken count is wood while the microphone listens"))
    private let passes = [
        NumberRow(\.rhythm.goodPass, tr("Good Pass from (%)"), subtitle: tr("The tempo trainer goes on"), step: 5),
        NumberRow(\.rhythm.badPass, tr("Bad Pass below (%)"), subtitle: tr("The tempo trainer goes back"), step: 5),
    ]
    let click = VolumeRow(\.rhythm.clickVolume, isOn: \.rhythm.isClickOn, tr("Clicks"))
    let guide = VolumeRow(
        \.rhythm.guideVolume, isOn: \.rhythm.isGuideOn, tr("Guide Tones"), subtitle: tr("A quiet tone on each note"))
    let pausesInBackground = SwitchRow(
        \.rhythm.pausesInBackground, tr("Pause in the Background"), subtitle: tr("When another window is active"))
    let isFelt = SwitchRow(
        \.rhythm.isFelt, tr("Vibration"), subtitle: tr("On each tap, if your device supports it"))
    let usesCaps = SwitchRow(
        \.rhythm.usesCaps, tr("Fixed Timing Limits"),
        subtitle: tr("Used alongside relative limits; the stricter applies"))
    let caps = [
        NumberRow(\.rhythm.perfectCap, tr("Perfect Within (ms)"), step: 5),
        NumberRow(\.rhythm.goodCap, tr("Good Within (ms)"), step: 5),
        NumberRow(\.rhythm.inaccurateCap, tr("Inaccurate Within (ms)"), step: 5),
    ]
    let latencies = ForgetRow(\.rhythm.latencies, tr("Latency"))
    let instrument = ForgetRow(\.rhythm.instrumentNumbers, tr("Instrument"))

    var groups: [PreferencesGroup] {
        [
            .init(tr("Sound"), [click, voice, guide]),
            .init(tr("Practice"), [pausesInBackground, isFelt]),
            .init(tr("Calibration"), [latencies, instrument]),
            .init(tr("Scoring"), [usesCaps] + caps + passes, isExpert: true),
        ]
    }

    func show(_ change: Change<PreferencesViewState>) {
        voice.show(RhythmWording.clickVoices)
        change.on(\.latencies) { latencies.reference.setRowSubtitle($0) }
        change.on(\.instrument) { instrument.reference.setRowSubtitle($0) }
        change.on(\.preferences.rhythm.usesCaps) { usesCaps in
            caps.forEach { $0.isSensitive = usesCaps }
        }
    }
}

@MainActor struct TerminalRows {
    let start = SwitchRow(
        \.terminal.sendsAtOnce, tr("Send Immediately"), subtitle: tr("Send finished words without confirmation"))
    let groups: [PreferencesGroup]

    init() {
        groups = [
            PreferencesGroup(
                tr("Dictated Text"),
                [
                    start,
                    SwitchRow(
                        \.terminal.sendsLineBreaks, tr("Send Line Breaks"),
                        subtitle: tr("Between paragraphs. A shell treats each as Enter and runs the line.")),
                ]),
            PreferencesGroup(
                tr("Appearance"),
                [
                    FontRow(\.terminal.font, tr("Font")),
                    NumberRow(\.terminal.scrollback, tr("Scrollback Lines"), step: 1_000),
                ]),
        ]
    }
}

/// Which data is stored, which may be sent, and a button to delete all data.
@MainActor struct PrivacyRows {
    let keepsTranslations = SwitchRow(\.translator.keepsTranslations, tr("Keep Translation History"))
    let keepsAudio = SwitchRow(
        \.translator.keepsAudio, tr("Keep Audio"), subtitle: tr("Reuse audio instead of generating it again"))
    let keepsResults = SwitchRow(\.rhythm.keepsResults, tr("Keep Results"))
    let consents = ConsentGroup()
    let removeAll = Button(label: tr("Delete…"), classes: ["destructive-action"])
    private let removal: Element
    private let unsent = Element.row(tr("Unsent Recordings"))
    private let exercises = Element.row(tr("Exercises and Sets"))
    private let words = Element.row(tr("Vocabulary and Replacements"))
    private let models = Element.row(tr("Speech Models"))
    private let keys = Element.row(tr("API Keys"))
    private let listeners = Element.row(tr("Text for Other Programs"))
    private let ahead = Element.row(tr("Listening Ahead"))
    private let captions = Element.row(tr("Captions"))

    init() {
        removal = Element.row(
            tr("All Data"),
            tr(
                "History, recordings, vocabulary, replacements, exercises and their results, API keys, preferences and "
                    + "incomplete downloads"),
            suffixes: removeAll)
        removeAll.setAccessibleLabel(tr("Delete All Data…"))
    }

    func groups(_ history: HistoryRows) -> [PreferencesGroup] {
        [
            .init(
                tr("Dictation"),
                [
                    history.keepsDictations, history.keepsTerminal, history.keepsSound, unsent, words, listeners, ahead,
                    captions,
                ]),
            .init(tr("Translator"), [keepsTranslations, keepsAudio]),
            .init(tr("Rhythm"), [keepsResults, exercises]),
            .init(tr("Models and Keys"), [models, keys]),
        ]
    }

    var translatorRows: [any PreferenceRow] {
        [keepsTranslations, keepsAudio]
    }

    var end: PreferencesGroup {
        .init(tr("Delete Data"), [removal])
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        change.on(\.consents) { consents.show($0) }
    }

    /// Also if unchanged: after a cancelled question the switch must show the old value again.
    func show(_ state: PrivacyState, _ history: HistoryRows) {
        let rows: [(KeptKind, any Widget)] = [
            (.texts, history.keepsDictations), (.recordings, history.keepsSound), (.unsent, unsent),
            (.translations, keepsTranslations), (.practice, keepsResults), (.exercises, exercises), (.words, words),
            (.models, models),
        ]
        for (kind, row) in rows {
            row.reference.setRowSubtitle(state.notes[kind] ?? "")
        }
        keys.reference.setRowSubtitle(state.keyNote)
        listeners.reference.setRowSubtitle(state.listenerNote)
        ahead.reference.setRowSubtitle(state.aheadNote)
        captions.reference.setRowSubtitle(state.captionNote)
        keepsResults.show(state.preferences)
    }
}

/// How text gets into other applications, and a field to try it.
@MainActor struct DeliveryRows {
    let test = Button(label: tr("Try"))
    let field = Element(adw_entry_row_new())
    private let ways = (0..<3).map { _ in Element(adw_action_row_new()) }
    private let marks = (0..<3).map { _ in Element(gtk_image_new_from_icon_name("object-select-symbolic")) }
    private let outcome = Label.note("dim-label", "caption")

    init() {
        for (row, mark) in zip(ways, marks) {
            adw_action_row_add_suffix(row.reference.cast(), mark.widget)
            mark.setAccessibleLabel(tr("In use"))
        }
        field.reference.setRowTitle(tr("Field to Try It"))
        test.align(nil, GTK_ALIGN_CENTER)
        adw_entry_row_add_suffix(field.reference.cast(), test.widget)
        show(DeliveryState())
    }

    var group: PreferencesGroup {
        PreferencesGroup(
            tr("Ways to Insert"), ways + [field, outcome],
            description: tr("The first one that works is used"), isExpert: true)
    }

    func show(_ state: DeliveryState) {
        for (index, row) in ways.enumerated() where state.ways.indices.contains(index) {
            let way = state.ways[index]
            row.reference.setRowTitle(way.title)
            row.reference.setRowSubtitle(way.note)
            marks[index].isVisible = way.isUsed
        }
        test.isSensitive = state.canTry
        outcome.show(state.outcome)
    }
}

@MainActor struct ShortcutRows {
    let choices = ChoiceShortcuts()
    let choose = Button(label: tr("Set Up…"))
    let copy = Button(icon: "edit-copy-symbolic", tooltip: tr("Copy Command"), classes: ["flat"])
    private let toggle = Element.row(tr("Start or Stop Dictation"))
    private let talk = Element.row(tr("Hold to Speak"))
    private let captions = Element.row(tr("Captions"))
    let ahead = SwitchRow(
        \.listensAhead, tr("Listen Ahead for Push-to-Talk"),
        subtitle: tr(
            "Keeps the microphone open while Hold to Speak has keys, so that a word begun before the press is not cut off"
        ))
    private let keys: Element
    private let command: Element

    init() {
        keys = Element.row(tr("Keys"), tr("They work whatever window is in front"), suffixes: choose)
        command = Element.row("", suffixes: copy)
        show(ShortcutState())
    }

    var group: PreferencesGroup {
        PreferencesGroup(tr("Shortcuts"), [toggle, talk, captions, keys, command, ahead])
    }

    func show(_ state: ShortcutState) {
        choices.show(state)
        toggle.reference.setRowSubtitle(state.toggle)
        talk.reference.setRowSubtitle(state.talk)
        captions.reference.setRowSubtitle(state.captions)
        var offered = ""
        if case .command(let text) = state.offer {
            offered = text
        }
        if case .button(let label) = state.offer {
            choose.setLabel(label)
            choose.isSensitive = true
        } else {
            choose.isSensitive = false
        }
        if !state.note.isEmpty {
            (offered.isEmpty ? keys : command).reference.setRowSubtitle(state.note)
        }
        command.reference.setRowTitle(offered)
        command.isVisible = !offered.isEmpty
        let rows: [any Widget] = [toggle, talk, captions, keys, ahead]
        rows.forEach { $0.isVisible = offered.isEmpty }
    }
}
