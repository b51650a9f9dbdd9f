import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor struct PreferencesContent {
    let microphone = ChoiceRow(\.microphone, tr("Microphone"))
    let language = ChoiceRow(\.language, tr("Speech Language"))
    let silenceSeconds = NumberRow(\.silenceStop, tr("Silence (Seconds)"), step: 5)
    let general = GeneralRows()
    private let captionSource = ChoiceRow(\.captions.source, tr("Sound"))
    private let captionTarget = ChoiceRow(\.captions.target, tr("Translation"))
    let delivery = ChoiceRow(\.delivery, tr("Send Text To"))
    let deliveries = DeliveryRows()
    let models = ModelGroup(
        tr("Speech Model"), description: tr("Larger models are more accurate but slower. All of them work offline."),
        isChoice: true
    ) { model in
        [
            .download: tr("Download {model}", ["model": model]),
            .importFile: tr("Import {model} from File…", ["model": model]),
            .remove: tr("Remove {model}", ["model": model]),
        ]
    }
    let rhythm = RhythmRows()
    let translator = TranslatorRows()
    let privacy = PrivacyRows()
    let history = HistoryRows()
    let terminal = TerminalRows()
    let servers = ServerRows()
    let wordBook = WordBookRows()
    let mirror = AddressRow(tr("Download Mirror"))
    let resets = Dictionary(
        uniqueKeysWithValues: PreferencesPage.allCases
            .filter { page in Preferences.declared.contains { $0.page == page } }.map { ($0, ResetRow()) })
    private let dictationGroups: [PreferencesGroup]
    private let modelGroups: [PreferencesGroup]

    init() {
        captionSource.show(ChoiceRow.Option.captionSources)
        captionTarget.show(ChoiceRow.Option.captionTargets)
        dictationGroups = [
            .init(
                tr("Speech"),
                [
                    microphone, language,
                    SwitchRow(
                        zeroIsOff: \.silenceStop, tr("Stop After Silence"),
                        subtitle: tr("End dictation when nobody speaks")),
                    silenceSeconds,
                    SwitchRow(
                        \.pausesPlayers, tr("Pause Media Players"),
                        subtitle: tr("They go on when you pause or stop")),
                ]),
            .init(
                tr("Output"),
                [
                    delivery,
                    SwitchRow(
                        \.breaksDeliveredLines, tr("Line Breaks after Pauses"),
                        subtitle: tr("In other applications, except in terminals and one-line fields")),
                ],
                description: tr("Where the text goes besides this window")),
            .init(
                tr("Captions"),
                [
                    captionSource, captionTarget,
                    SwitchRow(
                        \.captions.keepsScreenOn, tr("Keep Screen On"), subtitle: tr("While captions are shown")),
                ]),
            .init(
                tr("Appearance"),
                [SwitchRow(\.showsTimestamps, tr("Show Timestamps"), subtitle: tr("Next to each paragraph"))]),
            deliveries.group,
        ]
        modelGroups = [
            .init(
                tr("Memory"),
                [
                    NumberRow(
                        \.unloadMinutes, tr("Unload Model After"),
                        subtitle: tr("Minutes of inactivity; 0 never unloads it"),
                        step: 5, offersZero: true)
                ],
                isExpert: true),
            .init(trc("heading", "Download"), [mirror.entry, mirror.problem], isExpert: true),
        ]
    }

    /// In the order in which they are listed.
    func pages() -> [PreferencesFrame.Page] {
        let commands = PreferencesGroup(
            tr("Spoken Commands"), [wordBook.punctuation, wordBook.lines, wordBook.takeBack]
        ).make()
        let recognition = PreferencesGroup(tr("Recognition"), [servers.engine, servers.task, servers.timeout]).make()
        return [
            page(
                .general, tr("General"), "preferences-system-symbolic",
                general.groups(history).map { $0.make() } + [general.shortcuts.choices]),
            page(
                .dictation, tr("Dictation"), "audio-input-microphone-symbolic", PreferencesGroup.make(dictationGroups)),
            page(.models, tr("Models"), "drive-harddisk-symbolic", [models] + PreferencesGroup.make(modelGroups)),
            page(
                .words, tr("Words"), "accessories-dictionary-symbolic",
                [wordBook.wordFiles, wordBook.words, commands, wordBook.rules, wordBook.ruleFiles]),
            page(.rhythm, tr("Rhythm"), "parlando-rhythm-symbolic", PreferencesGroup.make(rhythm.groups)),
            page(
                .translation, tr("Translator"), "preferences-desktop-locale-symbolic",
                translator.widgets()),
            page(.terminal, tr("Terminal"), "utilities-terminal-symbolic", terminal.groups.map { $0.make() }),
            page(
                .servers, tr("Servers"), "network-server-symbolic",
                [recognition, servers.servers, servers.prompts]),
            page(
                .privacy, tr("Privacy"), "security-high-symbolic",
                privacy.groups(history).map { $0.make() } + [privacy.consents, privacy.end.make()]),
        ]
    }

    /// Rows that each change one preference, except those of the servers and the translator.
    var rows: [any PreferenceRow] {
        general.rows + (dictationGroups + modelGroups + rhythm.groups + terminal.groups).flatMap(\.preferenceRows)
    }

    /// Where a part of the preferences begins.
    func start(of part: PreferencesPart) -> (page: PreferencesPage, row: any Widget) {
        switch part {
        case .general: (.general, general.interfaceLanguage)
        case .microphone: (.dictation, microphone)
        case .models: (.models, models)
        case .servers: (.servers, servers.engine)
        case .rhythm: (.rhythm, rhythm.click)
        case .speaker: (.general, general.speaker)
        case .translator: (.translation, translator.service)
        case .terminal: (.terminal, terminal.start)
        case .privacy: (.privacy, history.keepsDictations)
        }
    }

    func show(_ change: Change<PreferencesViewState>) {
        change.on(\.models) { models.show($0) }
        change.on(\.microphones) { microphone.show($0) }
        change.on(\.loudspeakers) { general.speaker.show($0) }
        change.on(\.languages) { language.show($0) }
        change.on(\.interfaceLanguages) { general.interfaceLanguage.show($0) }
        change.on(\.deliveries) { delivery.show($0) }
        change.on(\.mirror) { mirror.show($0) }
        change.on(\.mirrorProblem) { mirror.show(problem: $0) }
        rhythm.show(change)
        change.on(\.preferences) { preferences in
            rows.forEach { $0.show(preferences) }
            history.show(change.new)
            silenceSeconds.isSensitive = preferences.silenceStop > 0
        }
        silenceSeconds.show(Double(change.new.silenceSeconds))
        change.on(\.resettable) { pages in
            resets.forEach { $1.button.isSensitive = pages.contains($0) }
        }
    }

    func show(_ change: Change<ServerPreferencesState>) {
        servers.show(change)
        for row in [servers.engine, servers.timeout, servers.task] as [any PreferenceRow] {
            row.show(change.new.preferences)
        }
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        translator.show(change)
        privacy.show(change)
        // Also if unchanged: after a cancelled question the row must show the old value again.
        for row in translator.groups.flatMap(\.preferenceRows) + privacy.translatorRows {
            row.show(change.new.preferences)
        }
    }

    /// Ends with a row that resets the page's preferences, if it has any.
    private func page(
        _ id: PreferencesPage, _ title: String, _ icon: String, _ groups: [any Widget]
    ) -> PreferencesFrame.Page {
        let made = UnsafeMutableRawPointer(adw_preferences_page_new())
        let page = Element(made?.assumingMemoryBound(to: GtkWidget.self))
        let reset = resets[id].map { PreferencesGroup("", [$0]).make() }
        for group in groups + [reset].compactMap({ $0 }) {
            adw_preferences_page_add(page.reference.cast(), group.reference.cast())
        }
        return PreferencesFrame.Page(id: id, title: title, icon: icon, content: page)
    }
}
