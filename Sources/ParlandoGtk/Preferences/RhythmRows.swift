import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows of the rhythm trainer.
@MainActor struct RhythmRows {
    let output = ChoiceRow(\.rhythm.output, tr("Speaker"))
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

    /// The rows in titled groups, in the order of the page.
    var groups: [PreferencesGroup] {
        [
            .init(tr("Sound"), [output, click, guide]),
            .init(tr("Practice"), [pausesInBackground, isFelt]),
            .init(tr("Calibration"), [latencies, instrument]),
            .init(tr("Scoring"), [usesCaps] + caps, isExpert: true),
        ]
    }

    func show(_ change: Change<PreferencesViewState>) {
        change.on(\.loudspeakers) { output.show($0) }
        change.on(\.latencies) { latencies.reference.setRowSubtitle($0) }
        change.on(\.instrument) { instrument.reference.setRowSubtitle($0) }
        change.on(\.preferences.rhythm.usesCaps) { usesCaps in
            caps.forEach { $0.isSensitive = usesCaps }
        }
    }
}
