import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Rhythm page in GTK. It shows view states and reports user actions; it makes no decisions.
@MainActor public final class RhythmPage {
    /// Receives the user's actions.
    public weak var delegate: (any RhythmViewDelegate)?
    weak var window: MainWindow?

    let root = Box.column()
    let panel = PlayPanel()
    var keys = PressedKeys()
    /// Whether frames are being reported, or will be after the pause between two beats.
    var isFollowing = false
    private(set) var shown: RhythmViewState?
    private let toasts = Element(adw_toast_overlay_new())
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let results = ResultsPanel()
    private let content = Element(gtk_stack_new())
    private let foot = RhythmFoot()

    /// Builds the page. Call after GTK has started, on activation at the earliest.
    public init() {
        for (name, part) in [("play", panel as any Widget), ("results", results)] {
            let clamp = Element(adw_clamp_new())
            adw_clamp_set_maximum_size(clamp.opaque, 860)
            adw_clamp_set_child(clamp.opaque, part.widget)
            gtk_stack_add_named(content.opaque, clamp.widget, name)
        }
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        gtk_stack_set_hhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        root.append(banner, progress, toasts, foot)
        connect()
        listenToPointers(of: content)
        root.reference.connect("map") { [weak self] in self?.focusFirst() }
        root.reference.connect("unmap") { [weak self] in self?.leaveFront() }
    }

    private func connect() {
        panel.tempo.delegate = self
        panel.exercise.delegate = self
        panel.inputs.onChoose { [weak self] id in
            if let input = RhythmInput(rawValue: id) {
                self?.tell { $1.rhythmView($0, didChooseInput: input) }
            }
        }
        panel.tools.onPress { [weak self] kind in self?.tell { $1.rhythmView($0, didPress: kind) } }
        foot.record.onClick { [weak self] in self?.tell { $1.rhythmViewDidPressButton($0) } }
        foot.pause.onClick { [weak self] in self?.pressPause() }
        banner.onAction { [weak self] kind in self?.tell { $1.rhythmView($0, didPress: kind) } }
        progress.onCancel { [weak self] in self?.tell { $1.rhythmViewDidPressCancelProgress($0) } }
        results.again.onClick { [weak self] in self?.tell { $1.rhythmView($0, didPress: .again) } }
        results.change.onClick { [weak self] in self?.tell { $1.rhythmView($0, didPress: .change) } }
        results.done.onClick { [weak self] in self?.tell { $1.rhythmView($0, didPress: .done) } }
    }

    /// Whether this is the visible page.
    var isInFront: Bool {
        gtk_widget_get_mapped(root.widget) != 0
    }

    /// Gives the focus to the start button, which most people want first; GTK would choose the tempo.
    private func focusFirst() {
        focus(shown?.results == nil ? .button : .results)
    }

    func pressPause() {
        tell { $1.rhythmViewDidPressPause($0) }
    }

    func leaveFront() {
        keys.releaseAll()
        tell { $1.rhythmViewDidLeaveFront($0) }
    }

    func tell(_ news: (RhythmPage, any RhythmViewDelegate) -> Void) {
        if let delegate {
            news(self, delegate)
        }
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
        change.on(\.pause) { foot.show(pause: $0) }
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
