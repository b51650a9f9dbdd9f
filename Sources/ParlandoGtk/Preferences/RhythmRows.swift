import CGtk
import ParlandoPresenters

/// Preference rows of the rhythm trainer.
@MainActor struct RhythmRows {
    let output = ChoiceRow(tr("Speaker"))
    let click = VolumeRow(tr("Clicks"))
    let guide = VolumeRow(tr("Guide Tones"), subtitle: tr("A quiet tone on each note"))
    let pausesInBackground = SwitchRow(
        tr("Pause in the Background"), subtitle: tr("When another window is active"))
    let isFelt = SwitchRow(tr("Vibration"), subtitle: tr("On each tap, if your device supports it"))
    let usesCaps = SwitchRow(
        tr("Fixed Timing Limits"), subtitle: tr("Used alongside relative limits; the stricter applies"))
    let perfectCap = NumberRow(tr("Perfect Within (ms)"), range: 5...500, step: 5)
    let goodCap = NumberRow(tr("Good Within (ms)"), range: 5...500, step: 5)
    let inaccurateCap = NumberRow(tr("Inaccurate Within (ms)"), range: 5...500, step: 5)
    let latencies = ForgetRow(tr("Latency"))
    let instrument = ForgetRow(tr("Instrument"))

    /// Groups of rows, with their titles.
    var groups: [(title: String, rows: [any Widget])] {
        [
            (tr("Sound"), [output, click, guide]),
            (tr("Practice"), [pausesInBackground, isFelt]),
            (tr("Scoring"), [usesCaps, perfectCap, goodCap, inaccurateCap]),
            (tr("Calibration"), [latencies, instrument]),
        ]
    }

    func connect(_ tell: @escaping @MainActor (RhythmPreferenceChange) -> Void) {
        output.onChoose { tell(.output($0)) }
        click.onVolume { tell(.clickVolume($0)) }
        click.onSwitch { tell(.isClickOn($0)) }
        guide.onVolume { tell(.guideVolume($0)) }
        guide.onSwitch { tell(.isGuideOn($0)) }
        pausesInBackground.onChange { tell(.pausesInBackground($0)) }
        isFelt.onChange { tell(.isFelt($0)) }
        usesCaps.onChange { tell(.usesCaps($0)) }
        perfectCap.onChange { tell(.perfectCap($0)) }
        goodCap.onChange { tell(.goodCap($0)) }
        inaccurateCap.onChange { tell(.inaccurateCap($0)) }
        latencies.onForget { tell(.forgetLatencies) }
        instrument.onForget { tell(.forgetInstrument) }
    }

    func show(_ state: RhythmPreferencesState) {
        output.show(state.outputs, chosen: state.output)
        click.show(volume: state.clickVolume, isOn: state.isClickOn)
        guide.show(volume: state.guideVolume, isOn: state.isGuideOn)
        pausesInBackground.show(state.pausesInBackground)
        isFelt.show(state.isFelt)
        usesCaps.show(state.usesCaps)
        for (row, cap) in [
            (perfectCap, state.perfectCap), (goodCap, state.goodCap), (inaccurateCap, state.inaccurateCap),
        ] {
            row.show(cap)
            row.isSensitive = state.usesCaps
        }
        latencies.show(state.latencies, canForget: state.hasLatencies)
        instrument.show(state.instrument, canForget: state.hasInstrument)
    }
}
