import ParlandoCore

/// Texts about the results of an exercise.
enum ResultsWording {
    /// Returns the formula of the accuracy with the numbers of this exercise.
    static func formula(_ results: RhythmResults) -> String {
        let right = results.count(.perfect) + results.count(.good)
        let all = right + results.count(.missed) + results.count(.stray)
        guard all > 0 else {
            return tr("Only inaccurate notes, which do not count, so there is no accuracy.")
        }
        return tr(
            "Accuracy = (perfect + good) ÷ (perfect + good + missed + extra) = {right} ÷ {all}. Inaccurate notes do not count.",
            ["right": "\(right)", "all": "\(all)"])
    }

    static func label(of grade: Grade, _ count: Int) -> String {
        switch grade {
        case .perfect: tr("perfect")
        case .good: tr("good")
        case .inaccurate: tr("inaccurate")
        case .missed: tr("missed")
        case .stray: tr("extra")
        }
    }

    static func time(_ seconds: Double) -> String {
        tr("Time {clock}", ["clock": Quantities.clock(seconds)])
    }

    static func timing(_ timing: TimingStatistics) -> String {
        guard let mean = timing.mean else {
            return tr("No notes were hit.")
        }
        let places = [
            "mean": Quantities.signedMilliseconds(mean), "spread": Quantities.milliseconds(timing.spread ?? 0),
        ]
        return timing.spread == nil ? tr("Mean {mean}", places) : tr("Mean {mean}, spread {spread}", places)
    }

    static func spoken(_ histogram: DeviationHistogram) -> String {
        guard let range = histogram.range else {
            return tr("No notes were hit.")
        }
        let peak = range.max { histogram.count($0) < histogram.count($1) } ?? 0
        let width = DeviationHistogram.binWidth
        return tr(
            "Deviations from {first} to {last}, most often {peak}",
            [
                "first": Quantities.signedMilliseconds(Double(range.lowerBound) * width),
                "last": Quantities.signedMilliseconds(Double(range.upperBound) * width),
                "peak": Quantities.signedMilliseconds(Double(peak) * width),
            ])
    }

    static func spoken(_ places: [PlaceInBar]) -> String {
        places.compactMap { place in
            place.timing.mean.map { mean in
                tr(
                    "beat {beat}: {mean}",
                    ["beat": Quantities.beat(ofTick: place.tick), "mean": Quantities.signedMilliseconds(mean)])
            }
        }.joined(separator: ", ")
    }
}
