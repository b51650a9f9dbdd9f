import ParlandoCore

extension PreferencesScreen {
    /// The part of the view state for the rhythm trainer.
    var rhythm: RhythmPreferencesState {
        let choices = preferences.rhythm
        var state = RhythmPreferencesState()
        state.outputs = options(of: loudspeakers, chosen: choices.output)
        state.output = choices.output
        state.clickVolume = choices.clickVolume
        state.guideVolume = choices.guideVolume
        state.isClickOn = choices.isClickOn
        state.isGuideOn = choices.isGuideOn
        state.pausesInBackground = choices.pausesInBackground
        state.isFelt = choices.isFelt
        state.usesCaps = choices.usesCaps
        state.perfectCap = choices.perfectCap
        state.goodCap = choices.goodCap
        state.inaccurateCap = choices.inaccurateCap
        state.hasLatencies = !choices.latencies.isEmpty
        state.latencies = state.hasLatencies ? measured(choices.latencies) : tr("Not measured yet")
        state.hasInstrument = choices.instrument != nil
        state.instrument = state.hasInstrument ? tr("Other sounds are ignored") : tr("Not learned yet")
        return state
    }

    private func measured(_ latencies: [String: Double]) -> String {
        latencies.sorted { $0.key < $1.key }.map { $0.key + ": " + Quantities.milliseconds($0.value) }
            .joined(separator: "\n")
    }
}

extension RhythmPreferences {
    /// Applies a change that the user made.
    mutating func apply(_ change: RhythmPreferenceChange) {
        switch change {
        case .output(let id): output = id
        case .clickVolume(let volume): clickVolume = volume
        case .guideVolume(let volume): guideVolume = volume
        case .isClickOn(let isOn): isClickOn = isOn
        case .isGuideOn(let isOn): isGuideOn = isOn
        case .pausesInBackground(let isOn): pausesInBackground = isOn
        case .isFelt(let isOn): isFelt = isOn
        case .usesCaps(let isOn): usesCaps = isOn
        case .perfectCap(let cap): perfectCap = cap
        case .goodCap(let cap): goodCap = cap
        case .inaccurateCap(let cap): inaccurateCap = cap
        case .forgetLatencies: latencies = [:]
        case .forgetInstrument: instrument = nil
        }
    }
}
