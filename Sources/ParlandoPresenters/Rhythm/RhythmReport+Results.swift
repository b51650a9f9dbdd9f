import ParlandoCore

extension RhythmReport {
    /// Half the width of the histogram in bins: what lies beyond is counted at its ends.
    private static let reach = 12
    /// Ends of the chart of places, in seconds: the least and the most.
    private static let leastDeviation = 0.02
    private static let mostDeviation = 0.15

    init(_ results: RhythmResults) {
        self.init()
        accuracy = results.accuracy.map { Quantities.percent($0) } ?? "–"
        formula = ResultsWording.formula(results)
        counts = Grade.allCases.map { grade in
            Count(
                grade: grade, number: "\(results.count(grade))",
                label: ResultsWording.label(of: grade, results.count(grade)))
        }
        time = ResultsWording.time(results.seconds)
        timing = ResultsWording.timing(results.timing)
        histogram = Self.histogram(results.histogram)
        places = Self.places(results.places)
    }

    private static func histogram(_ counts: DeviationHistogram) -> Chart {
        var chart = Chart()
        chart.title = tr("Early and Late")
        let heights = (-reach...reach).map { bin in
            switch bin {
            case -reach: (DeviationHistogram.bins.lowerBound...bin).reduce(0) { $0 + counts.count($1) }
            case reach: (bin...DeviationHistogram.bins.upperBound).reduce(0) { $0 + counts.count($1) }
            default: counts.count(bin)
            }
        }
        let most = Double(max(1, heights.max() ?? 1))
        chart.bars = zip(-reach...reach, heights).map { bin, count in
            Bar(height: Double(count) / most, label: label(ofBin: bin), isStrong: bin == 0)
        }
        chart.spoken = ResultsWording.spoken(counts)
        return chart
    }

    /// Every fourth bin says which it is, in milliseconds.
    private static func label(ofBin bin: Int) -> String {
        guard bin % 4 == 0, abs(bin) < reach || bin == 0 else {
            return ""
        }
        let milliseconds = Int((Double(bin) * DeviationHistogram.binWidth * 1000).rounded())
        return milliseconds == 0 ? "0" : (milliseconds > 0 ? "+" : "−") + "\(milliseconds.magnitude)"
    }

    private static func places(_ places: [PlaceInBar]) -> Chart {
        var chart = Chart()
        chart.title = tr("Place in the Bar")
        let deviations = places.compactMap(\.timing.mean)
        let largest = deviations.map(abs).max() ?? 0
        let scale = min(max(largest, leastDeviation), mostDeviation)
        chart.bars = places.filter { $0.timing.count > 0 || $0.missed > 0 }.map { place in
            let beat = place.tick / NoteValue.ticksPerBeat
            let isBeat = place.tick % NoteValue.ticksPerBeat == 0
            let height = min(max((place.timing.mean ?? 0) / scale, -1), 1)
            return Bar(height: height, label: isBeat ? "\(beat + 1)" : "", isStrong: isBeat)
        }
        chart.scale = Quantities.plusMinus(scale)
        chart.spoken = ResultsWording.spoken(places)
        return chart
    }
}
