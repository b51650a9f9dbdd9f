import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Rhythm page in GTK. It shows the states that its presenter sends and passes user actions to it; it contains no
/// application logic.
@MainActor public final class RhythmPage {
    /// Receives the user's actions.
    public weak var presenter: RhythmPresenter? {
        didSet {
            panel.tempo.presenter = presenter
            panel.exercise.presenter = presenter
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
    let panel = PlayPanel()
    var keys = PressedKeys()
    /// Whether frames are being reported to the presenter (see `followFrames`), including pauses between two beats.
    var isFollowing = false
    private(set) var shown: RhythmViewState?
    private let toasts = Element(adw_toast_overlay_new())
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let results = ResultsPanel()
    private let content = Element(gtk_stack_new())
    private let foot = RhythmFoot()
    public private(set) lazy var commands = makeCommands()

    /// Builds the page's widgets. Call after GTK has started, on the application's activation at the earliest.
    public init() {
        for (name, part) in [("play", panel as any Widget), ("results", results)] {
            let clamp = Element(adw_clamp_new())
            adw_clamp_set_maximum_size(clamp.opaque, 860)
            adw_clamp_set_child(clamp.opaque, part.widget)
            // With large text in a small window not everything has room at once.
            let scroller = Element(gtk_scrolled_window_new())
            gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
            gtk_scrolled_window_set_child(scroller.opaque, clamp.widget)
            gtk_stack_add_named(content.opaque, scroller.widget, name)
        }
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        gtk_stack_set_hhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        root.append(banner, progress, toasts, foot)
        connect()
        listenToPointers(of: content)
        root.reference.connect("map") { [weak self] in self?.focus() }
        root.reference.connect("unmap") { [weak self] in self?.leaveFront() }
    }

    private func connect() {
        panel.inputs.onChoose { [weak self] id in
            if let input = RhythmInput(rawValue: id) {
                self?.presenter?.chooseInput(input)
            }
        }
        panel.meter.onChoose { [weak self] id in self?.presenter?.chooseMeter(id) }
        panel.subdivision.onChoose { [weak self] id in self?.presenter?.chooseSubdivision(id) }
        panel.lamps.onPress { [weak self] beat in self?.presenter?.pressBeat(beat) }
        panel.tools.onPress { [weak self] kind in self?.presenter?.press(kind) }
        foot.record.onClick { [weak self] in self?.press() }
        foot.pause.onClick { [weak self] in self?.pressPause() }
        banner.onAction { [weak self] kind in self?.presenter?.press(kind) }
        progress.onCancel { [weak self] in self?.presenter?.stop() }
        results.again.onClick { [weak self] in self?.presenter?.repeatExercise() }
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
                    .listed(tr("Start or Resume"), "Return"), .listed(tr("Tap the Rhythm"), "space"),
                    .listed(tr("Stop"), "Escape"), .listed(tr("Faster"), "plus"), .listed(tr("Slower"), "minus"),
                    .listed(tr("Tap the Tempo"), "t"),
                ])
        ])
    }

    func leaveFront() {
        keys.releaseAll()
        presenter?.leaveFront()
    }
}

extension RhythmPage: Page {
    public var name: String { "rhythm" }
    public var title: String { tr("Rhythm") }
    public var icon: String { "parlando-rhythm-symbolic" }
    public var listener: MicrophoneUser? { .rhythm }

    public func press() {
        presenter?.pressButton()
    }

    public func pressPause() {
        presenter?.pressPause()
    }

    /// Moves the focus to the start button, or to the results if there are any. By default, GTK would focus the tempo.
    public func focus() {
        focus(shown?.results == nil ? .button : .results)
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
            gtk_stack_set_visible_child_name(content.opaque, report == nil ? "play" : "results")
            foot.isVisible = report == nil
        }
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
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func focus(_ part: RhythmFocus) {
        switch part {
        case .button: foot.record.focus()
        case .choices: panel.exercise.isVisible ? panel.exercise.grabFocus() : panel.inputs.focusChosen()
        case .results: results.focus()
        }
    }
}
