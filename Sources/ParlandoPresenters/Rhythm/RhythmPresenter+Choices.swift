public import ParlandoCore
import ParlandoServices

/// What the user chose becomes a preference.
extension RhythmPresenter {
    public func rhythmView(_ view: any RhythmView, didSetTempo beatsPerMinute: Double) {
        change(to: Tempo(clamping: beatsPerMinute))
    }

    public func rhythmView(_ view: any RhythmView, didStepTempo beatsPerMinute: Double) {
        // Whole numbers lie on the way of the keys.
        change(to: Tempo(clamping: (screen.choices.tempo.beatsPerMinute + beatsPerMinute).rounded()))
    }

    public func rhythmView(_ view: any RhythmView, didTapTempoAt stamp: UInt32, received: HostTime) {
        if let tempo = taps.tap(at: events.moment(of: stamp, received: received)) {
            change(to: tempo)
        }
    }

    public func rhythmView(_ view: any RhythmView, didChooseInput input: RhythmInput) {
        guard screen.phase == .idle else {
            return
        }
        choose { $0.input = input }
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
                // A full sequence moves on: the first pattern makes room.
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

    /// In an exercise the tempo stays; a metronome takes the new one at the next beat.
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
