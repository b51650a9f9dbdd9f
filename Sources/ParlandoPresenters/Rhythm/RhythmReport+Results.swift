import ParlandoCore

extension RhythmReport {
    /// Number of histogram bars on each side of the middle bar.
    private static let reach = 12
    /// Minimum of the deviation that a bar of full height represents, in seconds. `mostDeviation` is the maximum.
    private static let leastDeviation = 0.02
    private static let mostDeviation = 0.15

    /// Maximum number of days in a chart of results by day.
    static let mostDays = 14

    /// - Parameter practice: the days on which the exercise was practised, including today, oldest first.
    init(_ results: RhythmResults, practice: [PracticeDay] = []) {
        self.init()
        accuracy = results.accuracy.map(Quantities.roundedPercent) ?? "–"
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
        if practice.count > 1 {
            accuracyByDay = Self.accuracy(practice)
            biasByDay = Self.bias(practice)
        }
    }

    private static func accuracy(_ days: [PracticeDay]) -> Chart {
        var chart = Chart()
        chart.title = tr("Accuracy by Day")
        chart.bars = days.map { day in
            Bar(
                height: (day.accuracy ?? 0) / 100, label: PracticeCalendar.dayOfMonth(day.day),
                isStrong: day == days.last)
        }
        chart.scale = Quantities.percent(100)
        chart.spoken = days.map { $0.accuracy.map(Quantities.roundedPercent) ?? "–" }.joined(separator: ", ")
        return chart
    }

    private static func bias(_ days: [PracticeDay]) -> Chart {
        var chart = Chart()
        chart.title = tr("Mean Deviation by Day")
        let largest = days.compactMap(\.bias).map(abs).max() ?? 0
        let scale = min(max(largest, leastDeviation), mostDeviation)
        chart.bars = days.map { day in
            Bar(
                height: min(max((day.bias ?? 0) / scale, -1), 1), label: PracticeCalendar.dayOfMonth(day.day),
                isStrong: day == days.last)
        }
        chart.scale = Quantities.plusMinus(scale)
        chart.above = tr("Late")
        chart.below = tr("Early")
        chart.spoken = days.map { $0.bias.map(Quantities.signedMilliseconds) ?? "–" }.joined(separator: ", ")
        return chart
    }

    private static func histogram(_ counts: DeviationHistogram) -> Chart {
        let width = binsPerBar(counts)
        var chart = Chart()
        chart.title = tr("Early and Late")
        let heights = (-reach...reach).map { sum(counts, around: $0, width: width) }
        let most = Double(max(1, heights.max() ?? 1))
        chart.bars = zip(-reach...reach, heights).map { bar, count in
            Bar(height: Double(count) / most, label: label(ofBar: bar, width: width), isStrong: bar == 0)
        }
        chart.scale = tr("milliseconds")
        chart.spoken = ResultsWording.spoken(counts)
        return chart
    }

    /// Returns the number of histogram bins (5 ms each) that are drawn as one bar: the smallest of 1, 3 and 5 for which
    /// at least 95 % of the strokes lie within the chart, or else 7. The number is odd, so that the middle bar extends
    /// equally far to both sides.
    private static func binsPerBar(_ counts: DeviationHistogram) -> Int {
        let all = DeviationHistogram.bins.reduce(0) { $0 + counts.count($1) }
        let fitting = [1, 3, 5].first { width in
            let end = reach * width + width / 2
            let inside = (-end...end).reduce(0) { $0 + counts.count($1) }
            return inside * 20 >= all * 19
        }
        return fitting ?? 7
    }

    /// Returns the number of strokes in a histogram bar, which is `width` bins wide. The outermost bars include all
    /// strokes beyond them.
    private static func sum(_ counts: DeviationHistogram, around bar: Int, width: Int) -> Int {
        let bins = DeviationHistogram.bins
        let first = bar == -reach ? bins.lowerBound : bar * width - width / 2
        let last = bar == reach ? bins.upperBound : bar * width + width / 2
        return (first...last).reduce(0) { $0 + counts.count($1) }
    }

    /// Returns the label of a histogram bar that is `width` bins wide: a deviation in milliseconds. Only every fourth
    /// bar has a label, and the outermost bars have none.
    private static func label(ofBar bar: Int, width: Int) -> String {
        guard bar % 4 == 0, abs(bar) < reach else {
            return ""
        }
        let milliseconds = Int((Double(bar * width) * DeviationHistogram.binWidth * 1000).rounded())
        return milliseconds == 0 ? "0" : (milliseconds > 0 ? "+" : "−") + "\(milliseconds.magnitude)"
    }

    private static func places(_ places: [PlaceInBar]) -> Chart {
        var chart = Chart()
        chart.title = tr("Position in the Bar")
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
        chart.above = tr("Late")
        chart.below = tr("Early")
        chart.spoken = ResultsWording.spoken(places)
        return chart
    }
}
