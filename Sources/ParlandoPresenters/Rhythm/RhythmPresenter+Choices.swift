public import ParlandoCore
import ParlandoServices

/// Stores the user's choices for the metronome and the exercise, and applies them to a running metronome.
extension RhythmPresenter {
    /// Sets the tempo.
    public func setTempo(_ beatsPerMinute: Double) {
        change(to: Tempo(clamping: beatsPerMinute))
    }

    /// Changes the tempo by `beatsPerMinute`, which may be negative.
    public func stepTempo(by beatsPerMinute: Double) {
        // A step from the keyboard always results in a whole number.
        change(to: Tempo(clamping: (screen.choices.tempo.beatsPerMinute + beatsPerMinute).rounded()))
    }

    /// Sets the tempo once the user has tapped often enough in its rhythm. `stamp` and `received` are defined as for
    /// `strike(at:received:)`.
    public func tapTempo(at stamp: UInt32, received: HostTime) {
        if let tempo = taps.tap(at: events.moment(of: stamp, received: received)) {
            change(to: tempo)
        }
    }

    /// Chooses the time signature.
    public func chooseMeter(_ id: String) {
        guard screen.phase == .idle, let meter = Meter(rawValue: id), meter != screen.choices.meter else {
            return
        }
        choose { choices in
            choices.meter = meter
            choices.stressNames = []
        }
    }

    /// Chooses the number of clicks per beat.
    public func chooseSubdivision(_ id: String) {
        if let clicks = Int(id) {
            choose { $0.clicksPerBeat = clicks }
            changeClicks()
        }
    }

    /// Changes the stress of a beat, whose lamp the user pressed. `beat` is counted from 0 at the start of the bar.
    public func pressBeat(_ beat: Int) {
        guard screen.running?.exercise == nil else {
            return
        }
        choose { $0.changeStress(ofBeat: beat) }
        changeClicks()
    }

    /// Chooses how strokes are judged.
    public func chooseRule(_ id: String) {
        if let rule = JudgingRule(rawValue: id) {
            choose { $0.usesCaps = rule == .strict }
        }
    }

    /// Chooses how strokes are entered, if at all.
    public func chooseInput(_ input: RhythmInput) {
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

    /// Chooses how the patterns of the exercise are selected.
    public func chooseSource(_ id: String) {
        if let source = RhythmPreferences.Source(rawValue: id) {
            choose { $0.source = source }
        }
    }

    /// Chooses the pattern of the exercise, or adds a pattern to its sequence.
    public func choosePattern(_ id: Pattern.ID) {
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

    /// Removes the last pattern of the sequence.
    public func removePattern() {
        choose { choices in
            if choices.sequence.count > 1 {
                choices.sequence.removeLast()
            }
        }
    }

    /// Chooses how difficult the patterns of a random exercise are.
    public func chooseDifficulty(_ id: String) {
        if let difficulty = Int(id) {
            choose { $0.difficulty = difficulty }
        }
    }

    /// Chooses the number of bars of the exercise.
    public func chooseBars(_ id: String) {
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
