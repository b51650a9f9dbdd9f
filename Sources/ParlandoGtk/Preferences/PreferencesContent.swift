import CGtk
import ParlandoPresenters

/// Rows and pages of the preferences window.
@MainActor struct PreferencesContent {
    let microphone = ChoiceRow(tr("Microphone"))
    let language = ChoiceRow(tr("Speech Language"))
    let stopsAfterSilence = SwitchRow(tr("Stop After Silence"), subtitle: tr("End dictation when nobody speaks"))
    let silenceSeconds = NumberRow(tr("Silence (Seconds)"), range: 15...120, step: 5)
    let showsTimestamps = SwitchRow(tr("Show Timestamps"), subtitle: tr("Next to each paragraph"))
    let interfaceLanguage = ChoiceRow(tr("Interface Language"), subtitle: tr("Takes effect after restarting"))
    let delivery = ChoiceRow(tr("Send Text To"))
    let models = ModelGroup(
        tr("Model"), description: tr("Larger models are more accurate but slower. All of them work offline."))
    let unloadMinutes = NumberRow(
        tr("Unload Model After"), subtitle: tr("Minutes of inactivity; 0 never unloads it"), range: 0...240,
        step: 5)
    let rhythm = RhythmRows()
    let translator = TranslatorRows()
    let privacy = PrivacyRows()
    let history = HistoryRows()
    let terminal = TerminalRows()
    let servers = ServerRows()
    let mirror = AddressRow(tr("Download Mirror"))

    /// Returns the pages: dictation, speech, rhythm, translator and terminal. A narrow window has no room for more.
    func pages() -> [Element] {
        let dictation = Self.page(tr("Dictation"), "audio-input-microphone-symbolic")
        Self.add(Self.group(tr("Speech"), [microphone, language, stopsAfterSilence, silenceSeconds]), to: dictation)
        Self.add(
            Self.group(tr("Output"), [delivery], description: tr("What happens to the text when you stop")),
            to: dictation)
        Self.add(Self.group(tr("Appearance"), [showsTimestamps, interfaceLanguage]), to: dictation)
        let speech = Self.page(tr("Speech"), "applications-engineering-symbolic")
        Self.add(Self.group(tr("Recognition"), [servers.engine, servers.timeout]), to: speech)
        Self.add(models, to: speech)
        Self.add(servers.servers, to: speech)
        Self.add(Self.group(trc("heading", "Download"), [mirror.entry, mirror.problem]), to: speech)
        Self.add(Self.group(tr("Memory"), [unloadMinutes]), to: speech)
        let translation = Self.page(
            tr("Translation"), "preferences-desktop-locale-symbolic",
            translator.groups + [history.group] + privacy.groups)
        Self.add(privacy.agreements, to: translation)
        Self.add(Self.group(privacy.end.title, privacy.end.rows), to: translation)
        return [
            dictation, speech,
            Self.page(tr("Rhythm"), "parlando-rhythm-symbolic", rhythm.groups),
            translation,
            Self.page(tr("Terminal"), "utilities-terminal-symbolic", terminal.groups),
        ]
    }

    /// Returns the first row of a part of the preferences.
    func start(of part: PreferencesPart) -> any Widget {
        switch part {
        case .general, .microphone: microphone
        case .models: models
        case .servers: servers.engine
        case .rhythm: rhythm.groups.first?.rows.first ?? microphone
        case .translator: translator.service
        case .terminal: terminal.groups.first?.rows.first ?? microphone
        case .privacy: history.keepsDictations
        }
    }

    func show(_ change: Change<PreferencesViewState>, delegate: any ModelRowDelegate) {
        let state = change.new
        change.on(\.models) { models.show($0, delegate: delegate) }
        change.on(\.microphones) { microphone.show($0, chosen: state.microphone) }
        change.on(\.microphone) { microphone.show(state.microphones, chosen: $0) }
        change.on(\.languages) { language.show($0, chosen: state.language) }
        change.on(\.language) { language.show(state.languages, chosen: $0) }
        change.on(\.interfaceLanguages) { interfaceLanguage.show($0, chosen: state.interfaceLanguage) }
        change.on(\.interfaceLanguage) { interfaceLanguage.show(state.interfaceLanguages, chosen: $0) }
        change.on(\.stopsAfterSilence) {
            stopsAfterSilence.show($0)
            silenceSeconds.isSensitive = $0
        }
        change.on(\.silenceSeconds) { silenceSeconds.show($0) }
        change.on(\.showsTimestamps) { showsTimestamps.show($0) }
        change.on(\.deliveries) { delivery.show($0, chosen: state.delivery) }
        change.on(\.delivery) { delivery.show(state.deliveries, chosen: $0) }
        change.on(\.unloadMinutes) { unloadMinutes.show($0) }
        change.on(\.mirror) { mirror.show($0) }
        change.on(\.mirrorProblem) { mirror.show(problem: $0) }
        change.on(\.rhythm) { rhythm.show($0) }
        change.on(\.terminal) { terminal.show($0) }
    }

    func show(_ change: Change<ServerPreferencesState>) {
        servers.show(change)
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        translator.show(change)
        privacy.show(change)
    }

    private static func page(_ title: String, _ icon: String) -> Element {
        let made = UnsafeMutableRawPointer(adw_preferences_page_new())
        let page = Element(made?.assumingMemoryBound(to: GtkWidget.self))
        adw_preferences_page_set_title(page.reference.cast(), title)
        adw_preferences_page_set_icon_name(page.reference.cast(), icon)
        return page
    }

    private static func page(
        _ title: String, _ icon: String, _ groups: [(title: String, rows: [any Widget])]
    ) -> Element {
        let page = page(title, icon)
        for group in groups {
            add(self.group(group.title, group.rows), to: page)
        }
        return page
    }

    private static func group(_ title: String, _ rows: [any Widget], description: String = "") -> Element {
        let group = Element(adw_preferences_group_new())
        group.reference.setGroupTitle(title)
        group.reference.setGroupDescription(description)
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        return group
    }

    private static func add(_ group: any Widget, to page: Element) {
        adw_preferences_page_add(page.reference.cast(), group.reference.cast())
    }
}
