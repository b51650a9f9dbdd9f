import Foundation
public import ParlandoCore

/// The results of an exercise, ready to be displayed.
public struct RhythmReport: Sendable, Equatable {
    public struct Count: Sendable, Equatable {
        public var grade: Grade
        public var number: String
        public var label: String
    }

    public struct Bar: Sendable, Equatable {
        /// Ranges from 0 to 1, or from −1 (early) to 1 (late).
        public var height: Double
        public var label: String
        /// The middle bar of a histogram, a position on a beat, or the latest day.
        public var isStrong: Bool
    }

    /// In percent.
    struct Pass {
        let number: Int
        let accuracy: Double?
    }

    public struct Chart: Sendable, Equatable {
        public var title = ""
        public var bars: [Bar] = []
        /// A sentence for screen readers.
        public var spoken = ""
        public var name: String {
            title + ": " + spoken
        }
        /// Value of a bar of full height, such as "100%", or the unit of the labels; may be empty.
        public var scale = ""
        /// Explains bars which point upwards, such as "Late"; may be empty.
        public var above = ""
        public var below = ""
    }

    /// Such as `5 of 8 in time`; empty if there were no notes.
    public var inTime = ""
    /// Share of right notes, such as `92%`.
    public var accuracy = ""
    public var formula = ""
    public var counts: [Count] = []
    public var time = ""
    /// A sentence with the mean and the spread of the deviations.
    public var timing = ""
    public var spoken: String {
        [inTime, accuracy, timing, notes].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    public var histogram = Chart()
    /// Mean deviation at each position in the bar.
    public var places = Chart()
    /// Accuracy of each day; nil on the first day.
    public var accuracyByDay: Chart?
    public var biasByDay: Chart?
    /// Of tempos and of passes, if there were several.
    public var courses: [Chart] = []
    /// What is said of silent bars and tempos; may be empty.
    public var notes = ""
    /// The wrong bars, such as `Bars 5–6 of Syncopation`; empty if they cannot be practised.
    public var drill = ""

    /// One or two charts that are shown together, and what they compare.
    public var comparisons: [(title: String, charts: [Chart])] {
        [
            (tr("This Exercise"), [histogram, places]),
            (tr("Progress"), [accuracyByDay, biasByDay].compactMap { $0 }),
            (tr("By Tempo and Pass"), courses),
        ].filter { !$0.charts.isEmpty }
    }
}

extension RhythmReport {
    /// On each side of the middle bar.
    private static let reach = 12
    /// Seconds that a bar of full height represents at least.
    private static let leastDeviation = 0.02
    private static let mostDeviation = 0.15

    static let mostDays = 366
    /// The latest ones.
    static let mostPasses = 50
    /// Further back, weeks are shown instead of days.
    private static let mostBars = 14

    /// With the days of this exercise, oldest first, and the latest passes.
    init(_ results: RhythmResults, practice: [PracticeDay] = [], passes: [Pass] = []) {
        self.init()
        inTime = ResultsWording.inTime(results)
        accuracy = Quantities.roundedPercent(results.accuracy)
        formula = ResultsWording.formula(results)
        counts = Grade.allCases.map { grade in
            Count(grade: grade, number: "\(results.count(grade))", label: ResultsWording.label(of: grade))
        }
        time = ResultsWording.time(results.seconds)
        timing = ResultsWording.timing(results.timing)
        histogram = Self.histogram(results.histogram)
        places = Self.places(results.places, meter: results.meter)
        if practice.count > 1 {
            let isLong = practice.count > Self.mostBars
            let days = Array(isLong ? PracticeDay.weeks(of: practice).suffix(Self.mostBars) : practice[...])
            accuracyByDay = Self.accuracy(
                isLong ? tr("Accuracy by Week") : tr("Accuracy by Day"),
                days.map { (PracticeCalendar.dayOfMonth($0.day), $0.accuracy) })
            biasByDay = Self.deviations(
                isLong ? tr("Mean Deviation by Week") : tr("Mean Deviation by Day"),
                days.map { (PracticeCalendar.dayOfMonth($0.day), $0.bias, $0 == days.last) },
                spoken: days.map { $0.bias.map(Quantities.signedMilliseconds) ?? "–" }.joined(separator: ", "))
        }
        if results.tempos.count > 1 {
            let tempos = results.tempos.filter { $0.counted > 0 }.sorted { $0.tempo < $1.tempo }.map {
                (Quantities.tempo($0.tempo.beatsPerMinute), 100 * Double($0.right) / Double($0.counted))
            }
            courses.append(Self.accuracy(tr("Accuracy by Tempo"), tempos))
        }
        if passes.count > 1 {
            courses.append(Self.accuracy(tr("Accuracy by Pass"), passes.map { ("\($0.number)", $0.accuracy) }))
        }
        notes = ResultsWording.notes(on: results)
    }

    private static func accuracy(_ title: String, _ values: [(label: String, accuracy: Double?)]) -> Chart {
        let bars = values.enumerated().map { index, value in
            Bar(height: (value.accuracy ?? 0) / 100, label: value.label, isStrong: index == values.count - 1)
        }
        return Chart(
            title: title, bars: bars,
            spoken: values.map { "\($0.label): " + Quantities.roundedPercent($0.accuracy) }.joined(separator: ", "),
            scale: Quantities.percent(100))
    }

    /// - Parameter means: deviations in seconds. The largest one gets a bar of full height.
    private static func deviations(
        _ title: String, _ means: [(label: String, mean: Double?, isStrong: Bool)], spoken: String
    ) -> Chart {
        let largest = means.compactMap(\.mean).map(abs).max() ?? 0
        let scale = min(max(largest, leastDeviation), mostDeviation)
        let bars = means.map { label, mean, isStrong in
            Bar(height: min(max((mean ?? 0) / scale, -1), 1), label: label, isStrong: isStrong)
        }
        return Chart(
            title: title, bars: bars, spoken: spoken, scale: Quantities.plusMinus(scale), above: tr("Late"),
            below: tr("Early"))
    }

    private static func histogram(_ counts: DeviationHistogram) -> Chart {
        let width = binsPerBar(counts)
        let heights = (-reach...reach).map { sum(counts, around: $0, width: width) }
        let most = Double(max(1, heights.max() ?? 1))
        let bars = zip(-reach...reach, heights).map { bar, count in
            Bar(height: Double(count) / most, label: label(ofBar: bar, width: width), isStrong: bar == 0)
        }
        return Chart(
            title: tr("Early and Late"), bars: bars, spoken: ResultsWording.spoken(counts), scale: tr("milliseconds"))
    }

    /// Histogram bins (5 ms each) that are drawn as one bar: the smallest of 1, 3 and 5 with which at least 95 % of the
    /// strokes lie within the chart, or else 7. Odd, so that the middle bar extends equally far to both sides.
    private static func binsPerBar(_ counts: DeviationHistogram) -> Int {
        let all = DeviationHistogram.bins.reduce(0) { $0 + counts.count($1) }
        let fitting = [1, 3, 5].first { width in
            let end = reach * width + width / 2
            let inside = (-end...end).reduce(0) { $0 + counts.count($1) }
            return inside * 20 >= all * 19
        }
        return fitting ?? 7
    }

    /// Strokes in a bar that is `width` bins wide. The outermost bars include all beyond them.
    private static func sum(_ counts: DeviationHistogram, around bar: Int, width: Int) -> Int {
        let bins = DeviationHistogram.bins
        let first = bar == -reach ? bins.lowerBound : bar * width - width / 2
        let last = bar == reach ? bins.upperBound : bar * width + width / 2
        return (first...last).reduce(0) { $0 + counts.count($1) }
    }

    /// Milliseconds on every fourth bar except the outermost.
    private static func label(ofBar bar: Int, width: Int) -> String {
        guard bar % 4 == 0, abs(bar) < reach else {
            return ""
        }
        let milliseconds = Int((Double(bar * width) * DeviationHistogram.binWidth * 1000).rounded())
        return milliseconds == 0 ? "0" : (milliseconds > 0 ? "+" : "−") + "\(milliseconds.magnitude)"
    }

    private static func places(_ places: [PlaceInBar], meter: Meter) -> Chart {
        let means = places.filter { $0.timing.count > 0 || $0.missed > 0 }.map {
            place -> (label: String, mean: Double?, isStrong: Bool) in
            let (beat, rest) = place.tick.quotientAndRemainder(dividingBy: meter.beatTicks)
            return (rest == 0 ? "\(beat + 1)" : "", place.timing.mean, rest == 0)
        }
        return deviations(
            tr("Position in the Bar"), means, spoken: ResultsWording.spoken(places, meter: meter))
    }
}

/// Calendar days, counted from 1970-01-01.
enum PracticeCalendar {
    static func day(of moment: Date, in zone: TimeZone = .current) -> Int {
        let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
        return Int((seconds / 86_400).rounded(.down), within: 0...10_000_000)
    }

    static func dayOfMonth(_ day: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return "\(calendar.component(.day, from: Date(timeIntervalSince1970: Double(day) * 86_400)))"
    }
}
