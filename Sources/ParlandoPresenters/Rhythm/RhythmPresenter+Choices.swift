public import ParlandoCore
import ParlandoServices

/// Stores choices, and applies them to a running metronome.
extension RhythmPresenter {
    public func setTempo(_ beatsPerMinute: Double) {
        change(to: Tempo(clamping: beatsPerMinute))
    }

    public func stepTempo(by beatsPerMinute: Double) {
        // A step from the keyboard always results in a whole number.
        change(to: Tempo(clamping: (screen.tempo.beatsPerMinute + beatsPerMinute).rounded()))
    }

    /// The parameters are those of `strike(at:received:)`.
    public func tapTempo(at stamp: UInt32, received: HostTime) {
        if let tempo = taps.tap(at: events.moment(of: stamp, received: received)) {
            change(to: tempo)
        }
    }

    public func chooseMeter(_ id: String) {
        guard screen.phase == .idle, let meter = Meter(rawValue: id), meter != screen.choices.meter else {
            return
        }
        choose { $0.choose(meter) }
    }

    /// Length, difficulty or subdivision.
    public func choose(_ number: WritableKeyPath<RhythmPreferences, Int>, _ id: String) {
        if let chosen = Int(id) {
            choose { $0[keyPath: number] = chosen }
            changeClicks()
        }
    }

    public func pressBeat(_ beat: Int) {
        guard screen.running?.exercise == nil else {
            return
        }
        choose { $0.changeStress(ofBeat: beat) }
        changeClicks()
    }

    public func chooseRule(_ id: String) {
        choose { $0.usesCaps = id == RhythmWording.strict.id }
    }

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

    public func chooseSource(_ id: String) {
        if let source = RhythmPreferences.Source(rawValue: id) {
            choose { $0.source = source }
        }
    }

    public func choosePattern(_ id: Pattern.ID) {
        choose { choices in
            switch choices.source {
            case .fixed:
                choices.pattern = id
            case .sequence:
                // If the sequence is full, its first pattern is dropped.
                choices.sequence = (choices.sequence + [id]).suffix(RhythmPreferences.longestSequence)
            case .random, .own:
                break
            }
        }
    }

    public func removePattern() {
        guard screen.sequence.count > 1, let last = screen.sequence.last?.id else {
            return
        }
        choose { choices in
            choices.sequence.lastIndex(of: last).map { _ = choices.sequence.remove(at: $0) }
        }
    }

    func changeClicks() {
        let (clicks, meter) = (screen.options.clicks, screen.choices.meter)
        guard let running = screen.running, running.exercise == nil, running.meter == meter, running.clicks != clicks
        else {
            return
        }
        update { $0.running?.clicks = clicks }
        Task { [training] in await training.change(clicks: clicks) }
    }

    private func change(to tempo: Tempo) {
        guard !screen.isExercise, tempo != screen.tempo else {
            return
        }
        guard screen.loop == nil else {
            return update { $0.loop?.tempo = tempo }
        }
        choose { $0.beatsPerMinute = tempo.beatsPerMinute }
        // What is asked for is shown until a trainer goes on from it.
        update { $0.course = nil }
        if screen.running != nil {
            Task { [training] in await training.change(tempo: tempo) }
        }
    }
}

extension RhythmPreferences {
    /// With its own accents.
    mutating func choose(_ new: Meter) {
        stressNames = meter == new ? stressNames : []
        meter = new
    }

    /// Its time signature and swing.
    mutating func choose(_ exercise: Exercise) {
        choose(exercise.meter)
        (swing, swingsSixteenths) = (exercise.swing.percent, exercise.swing.isOfSixteenths)
    }
}
