import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// The rhythm page in GTK: shows the states that its presenter sends and reports what the user does.
@MainActor public final class RhythmPage {
    public weak var presenter: RhythmPresenter? {
        didSet {
            panel.tempo.presenter = presenter
            panel.exercise.presenter = presenter
            panel.practice.presenter = presenter
        }
    }
    public weak var window: MainWindow? {
        didSet {
            if let window {
                listenToKeys(of: Element(window.reference))
            }
        }
    }

    public let root = Box.column()
    public let exercises = PracticeBookWindow()
    let panel = PlayPanel()
    /// The keys that are held down. Keyboard repeats of a held key are no strokes.
    private var keys: Set<UInt32> = []
    /// Whether frames are being reported to the presenter, including pauses between two beats.
    var isFollowing = false
    private(set) var shown: RhythmViewState?
    private let toasts = Toasts()
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let results = ResultsPanel()
    private let content = Element(gtk_stack_new())
    private let foot = RhythmFoot()
    public private(set) lazy var commands = makeCommands()

    /// Do not call before the application is activated.
    public init() {
        // With large text in a small window not everything has room at once.
        let play = Element.scroller(Element.clamp(panel, width: 860), tallest: -1)
        content.addPages(("play", play), ("results", results))
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        gtk_stack_set_hhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        toasts.setChild(content)
        root.append(banner, progress, toasts, foot)
        panel.choosing.append(exercises.button)
        connect()
        listenToPointers(of: content)
        root.reference.connect("map") { [weak self] in self?.focus() }
        root.reference.connect("unmap") { [weak self] in self?.leaveFront() }
    }

    private func connect() {
        panel.tempo.onEnter = { [weak self] in self?.focus() }
        panel.inputs.onChoose = { [weak self] id in
            if let input = RhythmInput(rawValue: id) {
                self?.presenter?.chooseInput(input)
            }
        }
        panel.meter.onChoose { [weak self] id in self?.presenter?.chooseMeter(id) }
        panel.subdivision.onChoose { [weak self] id in self?.presenter?.choose(\.clicksPerBeat, id) }
        panel.lamps.onPressBeat = { [weak self] beat in self?.presenter?.pressBeat(beat) }
        panel.tools.onPressTool = { [weak self] kind in self?.presenter?.press(kind) }
        foot.record.onClick { [weak self] in self?.press() }
        foot.pause.onClick { [weak self] in self?.pressPause() }
        banner.onAction { [weak self] kind in self?.presenter?.press(kind) }
        progress.onCancel { [weak self] in self?.presenter?.stop() }
        results.again.onClick { [weak self] in self?.presenter?.start() }
        results.next.onClick { [weak self] in self?.presenter?.playNext() }
        results.practise.onClick { [weak self] in self?.presenter?.practiseBars() }
        results.change.onClick { [weak self] in self?.presenter?.changeExercise() }
        results.done.onClick { [weak self] in self?.presenter?.closeResults() }
    }

    private func makeCommands() -> PageCommands {
        PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Start or Stop"), button: foot.record.button),
                    .pause(tr("Pause or Resume"), button: foot.pause),
                    .listed(tr("Start or Resume"), "Return"),
                    .listed(tr("Tap the Rhythm"), "space", note: tr("Any other key too")),
                    .listed(tr("Stop"), "Escape"), .listed(tr("Faster"), "plus"), .listed(tr("Slower"), "minus"),
                    .listed(tr("Tap the Tempo"), "t"),
                    .listed(tr("Next Exercise"), "n", note: tr("Not while you tap")),
                    .listed(tr("Start, or Next Exercise"), "Page_Down AudioNext"), .listed(tr("Stop"), "Page_Up"),
                ]),
            PageCommands.Group(
                title: tr("Write a Rhythm"),
                commands: [
                    .listed(tr("Whole to Sixteenth Note"), "1 2 4 8 6"), .listed(tr("Dotted Note"), "period"),
                    .listed(tr("Triplet, Quintuplet"), "3 5"), .listed(tr("Rest"), "0"),
                    .listed(tr("Remove Last Note"), "BackSpace"),
                ]),
        ])
    }

    func leaveFront() {
        keys.removeAll()
        presenter?.leaveFront()
    }
}

extension RhythmPage: Page {
    public var name: String { "rhythm" }
    public var title: String { tr("Rhythm") }
    public var icon: String { "parlando-rhythm-symbolic" }
    public var listener: MicrophoneUser? { .rhythm }

    public func press() {
        // A tempo that is being typed is set when the focus leaves it.
        focus()
        presenter?.pressButton()
    }

    public func pressPause() {
        presenter?.pressPause()
    }

    /// By default, GTK would focus the tempo.
    public func focus() {
        focus(shown?.results == nil ? .button : .results)
    }

    public func leave(discards: Bool) async {
        await presenter?.prepareToClose()
    }
}

extension RhythmPage: RhythmView {
    public func render(_ state: RhythmViewState) {
        let change = Change(old: shown, new: state)
        shown = state
        panel.show(change)
        change.on(\.button) { foot.record.show($0) }
        change.on(\.buttonLabel) { foot.record.show(label: $0) }
        change.on(\.level) { foot.record.show(level: $0) }
        change.on(\.pause) { foot.pause.show(pause: $0) }
        change.on(\.pauseLabel) { foot.pause.setTooltip($0) }
        change.on(\.status) { foot.status.show($0) }
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        change.on(\.results) { report in
            report.map(results.show)
            content.showPage(report == nil ? "play" : "results")
            foot.isVisible = report == nil
        }
        change.on(\.set) { results.show(set: $0) }
        change.on(\.isMoving) { isMoving in
            if isMoving && !isFollowing {
                followFrames()
            }
        }
    }

    public func render(_ position: RhythmPosition) {
        panel.show(position)
    }

    public func showToast(_ text: String) {
        toasts.showToast(text)
    }

    public func focus(_ part: RhythmFocus) {
        switch part {
        case .button: foot.record.focus()
        case .choices: panel.exercise.isVisible ? panel.exercise.grabFocus() : panel.inputs.focusChosen()
        case .results: results.focus()
        }
    }
}

extension RhythmPage {
    /// Seconds (60 Hz).
    private static let frame = 0.017
    /// Seconds between two drawings of the mark that moves between the beats: smooth enough, and a shorter interval
    /// would cost processor time.
    private static let glide = 0.040
    /// Seconds before a beat during which every frame is reported.
    private static let vigil = 2 * frame

    /// While strokes are judged, the page receives keys before any widget; otherwise only those that no widget has
    /// handled.
    func listenToKeys(of window: any Widget) {
        window.onEvent(GTK_PHASE_CAPTURE) { [weak self] in self?.strike(with: InputEvent($0)) ?? false }
        window.onEvent(GTK_PHASE_BUBBLE) { [weak self] in self?.command(InputEvent($0)) ?? false }
        window.reference.connect("notify::is-active") { [weak self, weak reference = window.reference] in
            if let self, let reference, gtk_window_is_active(reference.cast()) == 0 {
                leaveFront()
            }
        }
    }

    func listenToPointers(of area: any Widget) {
        area.onEvent(GTK_PHASE_CAPTURE) { [weak self] event in
            let event = InputEvent(event)
            guard let self, shown?.takesStrokes == true, event.isPointerPress else {
                return false
            }
            presenter?.strike(at: event.stamp, received: InputEvent.now)
            return true
        }
    }

    private func strike(with event: InputEvent) -> Bool {
        if event.kind == .keyUp {
            keys.remove(event.code)
            return false
        }
        guard event.kind == .keyDown, isShown, !event.isReserved else {
            return false
        }
        if turnsPage(event) {
            return true
        }
        guard shown?.takesStrokes == true, event.value != GDK_KEY_Escape else {
            return false
        }
        if keys.insert(event.code).inserted {
            presenter?.strike(at: event.stamp, received: InputEvent.now)
        }
        return true
    }

    /// Foot pedals send the keys that turn pages (AirTurn, PageFlip, iRig), keyboards and headsets media keys. The former
    /// keep their usual function in a popover, and results are scrolled up.
    private func turnsPage(_ event: InputEvent) -> Bool {
        let obey: @MainActor (RhythmPresenter) -> Void
        switch event.value {
        case GDK_KEY_AudioPlay, GDK_KEY_AudioPause: obey = { $0.pressButton() }
        case GDK_KEY_AudioNext: obey = { $0.playNext() }
        case GDK_KEY_Page_Down where !isInPopover: obey = { $0.playNext() }
        case GDK_KEY_Page_Up where !isInPopover && shown?.results == nil: obey = { $0.stop() }
        default: return false
        }
        if keys.insert(event.code).inserted {
            focus()  // As for a press of the button.
            presenter.map(obey)
        }
        return true
    }

    private var isInPopover: Bool {
        let focus = root.hostWindow.flatMap { gtk_window_get_focus($0) }
        return focus.flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) } != nil
    }

    private func command(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown, isShown, !event.isReserved else {
            return false
        }
        let obey: @MainActor (RhythmPresenter) -> Void
        switch event.value {
        case GDK_KEY_Escape: obey = { $0.pressEscape() }
        case GDK_KEY_Return, GDK_KEY_KP_Enter: obey = { $0.pressEnter() }
        // A Russian layout has the letter "т" on this key, and "е" on the next.
        case GDK_KEY_n, GDK_KEY_N, GDK_KEY_Cyrillic_te, GDK_KEY_Cyrillic_TE: obey = { $0.pressNext() }
        case GDK_KEY_t, GDK_KEY_T, GDK_KEY_Cyrillic_ie, GDK_KEY_Cyrillic_IE:
            obey = { $0.tapTempo(at: event.stamp, received: InputEvent.now) }
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add:
            presenter?.stepTempo(by: 1)
            return true
        case GDK_KEY_minus, GDK_KEY_KP_Subtract:
            presenter?.stepTempo(by: -1)
            return true
        default: return false
        }
        // Only the tempo goes on while its key is held.
        if keys.insert(event.code).inserted {
            presenter.map(obey)
        }
        return true
    }

    /// Reports frames while something moves.
    ///
    /// Around a beat every frame is reported, so that the beat is shown in the very frame in which it sounds. Between
    /// two beats only the position mark moves, so the callback pauses for several frames.
    func followFrames() {
        isFollowing = true
        root.onTick { [weak self] time in
            guard let self else {
                return false
            }
            guard shown?.isMoving == true else {
                isFollowing = false
                return false
            }
            let seen = HostTime(nanoseconds: presentation(ofFrameAt: time) * 1000)
            presenter?.showFrame(at: seen)
            let pause = min(Self.glide, panel.secondsToBeat - Self.vigil)
            guard pause > Self.frame else {
                return true
            }
            _ = Source.after(pause) { [weak self] in self?.followFrames() }
            return false
        }
    }

    /// When the current frame will be visible, in microseconds. Without a prediction by GTK, one frame (at 60 Hz) after
    /// `time`.
    private func presentation(ofFrameAt time: Int64) -> Int64 {
        let timings = gtk_widget_get_frame_clock(root.widget).flatMap { gdk_frame_clock_get_current_timings($0) }
        let predicted = timings.map { Int64(gdk_frame_timings_get_predicted_presentation_time($0)) } ?? 0
        return predicted > 0 ? predicted : time + 16_667
    }
}

@MainActor final class RhythmFoot: Panel {
    let box = Box.column(classes: ["controls"])
    let record = RecordButton(
        startIcon: "media-playback-start-symbolic", ringSide: 90, loudness: tr("Microphone Level"))
    let pause = Button.pause()
    let status = StatusLine()

    init() {
        // As wide as the pause button, so that the start button is centred.
        let balance = Box.row()
        box.append(record.makeRow(between: balance, and: pause), record.label, status)
    }
}
