public import ParlandoCore
import ParlandoServices

/// Stores the user's choices for the metronome and the exercise, and applies them to a running metronome.
extension RhythmPresenter {
    public func rhythmView(_ view: any RhythmView, didSetTempo beatsPerMinute: Double) {
        change(to: Tempo(clamping: beatsPerMinute))
    }

    public func rhythmView(_ view: any RhythmView, didStepTempo beatsPerMinute: Double) {
        // A step from the keyboard always results in a whole number.
        change(to: Tempo(clamping: (screen.choices.tempo.beatsPerMinute + beatsPerMinute).rounded()))
    }

    public func rhythmView(_ view: any RhythmView, didTapTempoAt stamp: UInt32, received: HostTime) {
        if let tempo = taps.tap(at: events.moment(of: stamp, received: received)) {
            change(to: tempo)
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseMeter id: String) {
        guard screen.phase == .idle, let meter = Meter(rawValue: id), meter != screen.choices.meter else {
            return
        }
        choose { choices in
            choices.meter = meter
            choices.stressNames = []
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseSubdivision id: String) {
        if let clicks = Int(id) {
            choose { $0.clicksPerBeat = clicks }
            changeClicks()
        }
    }

    public func rhythmView(_ view: any RhythmView, didPressBeat beat: Int) {
        guard screen.running?.exercise == nil else {
            return
        }
        choose { $0.changeStress(ofBeat: beat) }
        changeClicks()
    }

    public func rhythmView(_ view: any RhythmView, didChooseRule id: String) {
        if let rule = JudgingRule(rawValue: id) {
            choose { $0.usesCaps = rule == .strict }
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseInput input: RhythmInput) {
        guard screen.phase == .idle, input != screen.choices.input else {
            return
        }
        choose { $0.input = input }
        // What failed or was announced concerns the other input.
        update { screen in
            screen.failure = nil
            screen.isTestSoundAnnounced = false
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseSource id: String) {
        if let source = RhythmPreferences.Source(rawValue: id) {
            choose { $0.source = source }
        }
    }

    public func rhythmView(_ view: any RhythmView, didChoosePattern id: Pattern.ID) {
        choose { choices in
            switch choices.source {
            case .fixed:
                choices.pattern = id
            case .sequence:
                // If the sequence is full, its first pattern is dropped.
                choices.sequence = (choices.sequence + [id]).suffix(RhythmPreferences.longestSequence)
            case .random:
                break
            }
        }
    }

    public func rhythmViewDidPressRemovePattern(_ view: any RhythmView) {
        choose { choices in
            if choices.sequence.count > 1 {
                choices.sequence.removeLast()
            }
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseDifficulty id: String) {
        if let difficulty = Int(id) {
            choose { $0.difficulty = difficulty }
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseBars id: String) {
        if let bars = Int(id) {
            choose { $0.bars = bars }
        }
    }

    /// Changes the clicks of the running metronome from its next beat on.
    private func changeClicks() {
        let clicks = screen.choices.clicks
        guard screen.running != nil, screen.running?.exercise == nil else {
            return
        }
        update { $0.running?.clicks = clicks }
        Task { [training] in await training.change(clicks: clicks) }
    }

    /// Changes the tempo. A running metronome adopts the new tempo within one beat. Does nothing during an exercise.
    private func change(to tempo: Tempo) {
        guard screen.state.showsTempo, tempo != screen.choices.tempo else {
            return
        }
        choose { $0.beatsPerMinute = tempo.beatsPerMinute }
        if screen.phase != .idle {
            Task { [training] in await training.change(tempo: tempo) }
        }
    }
}
