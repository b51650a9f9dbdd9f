import CGtk
import ParlandoCore
import ParlandoPresenters

/// A button that says in which ways one practises, and the popover in which they are set.
@MainActor final class PracticeButton: Widget {
    weak var presenter: RhythmPresenter?

    let reference = Reference(gtk_menu_button_new())
    private let summary = Label()
    private let swing: [any PreferenceRow] = [
        NumberRow(\.rhythm.swing, tr("Swing (%)"), subtitle: tr("50 is straight"), step: 1),
        SwitchRow(\.rhythm.swingsSixteenths, tr("Swing Sixteenths"), subtitle: tr("Instead of eighths")),
    ]
    private let gaps: [any PreferenceRow] = [
        NumberRow(\.rhythm.silentBars, tr("Silent Bars"), step: 1),
        NumberRow(\.rhythm.heardBars, tr("Bars with Clicks"), subtitle: tr("Before silent ones"), step: 1),
        NumberRow(
            \.rhythm.dropped, tr("Dropped Beats (%)"), subtitle: tr("At random"), step: 10, offersZero: true),
    ]
    private let trainer: [any PreferenceRow] = [
        SwitchRow(\.rhythm.trains, tr("Tempo Trainer"), subtitle: tr("From the tempo that is set")),
        NumberRow(\.rhythm.trainerGoal, tr("To (BPM)"), step: 1, digits: 0),
        NumberRow(\.rhythm.trainerStep, tr("Step (BPM)"), step: 1, digits: 0),
        NumberRow(\.rhythm.trainerInterval, tr("Every"), step: 1),
    ]
    private let unit = ChoiceRow(\.rhythm.trainerUnit, tr("Counted In"))

    init() {
        summary.shorten()
        // Some letters stay.
        gtk_label_set_width_chars(summary.opaque, 5)
        gtk_menu_button_set_child(opaque, summary.widget)
        let column = Box.column(spacing: 12)
        for part in [swing, gaps, trainer + [unit]] as [[any Widget]] {
            column.append(RowGroup("", part))
        }
        for row in rows {
            row.onChange { [weak self] in self?.presenter?.set($0) }
        }
        // As wide as the narrowest window lets it be; the texts would wrap at each letter instead.
        gtk_widget_set_size_request(column.widget, 300, -1)
        let popover = Element(gtk_popover_new(), classes: ["exercise-chooser"])
        let scroller = Element.scroller(Element.clamp(column, width: 320), tallest: 420)
        // Else nothing says that there is more.
        gtk_scrolled_window_set_overlay_scrolling(scroller.opaque, 0)
        gtk_popover_set_child(popover.reference.cast(), scroller.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
    }

    private var rows: [any PreferenceRow] {
        swing + gaps + trainer + [unit]
    }

    func show(_ change: Change<RhythmViewState>) {
        change.on(\.practice) { summary.text = $0 }
        change.on(\.practiceTitle) { setTooltip($0) }
        change.on(\.trainerUnits) { unit.show($0) }
        change.on(\.preferences) { preferences in
            rows.forEach { $0.show(preferences) }
            swing.forEach { $0.isSensitive = preferences.rhythm.meter.lower == 4 }
            gaps[1].isVisible = preferences.rhythm.silentBars > 0
            (trainer + [unit]).dropFirst().forEach { $0.isVisible = preferences.rhythm.trains }
        }
        // A trainer is taken at the start.
        change.on(\.canChoose) { canChoose in
            (trainer + [unit]).forEach { $0.isSensitive = canChoose }
        }
    }
}
