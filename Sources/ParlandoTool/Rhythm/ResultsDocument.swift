import ParlandoCore

/// JSON document with the results of an exercise. Missing values are written as null.
struct ResultsDocument: Encodable {
    private enum CodingKeys: String, CodingKey {
        case accuracy
        case counts
        case mean = "mean_ms"
        case spread = "spread_ms"
        case seconds
        case ignored
        case histogram
        case places
    }

    private struct Bin: Encodable {
        /// Centre of the histogram bin, in milliseconds.
        let ms: Double
        let count: Int
    }

    private struct Place: Encodable {
        private enum CodingKeys: String, CodingKey {
            case beat
            case played
            case missed
            case strays
            case mean = "mean_ms"
        }

        let place: PlaceInBar

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Double(place.tick) / Double(NoteValue.ticksPerBeat) + 1, forKey: .beat)
            try container.encode(place.timing.count, forKey: .played)
            try container.encode(place.missed, forKey: .missed)
            try container.encode(place.strays, forKey: .strays)
            try container.encode(place.timing.mean.map(ResultsDocument.milliseconds), forKey: .mean)
        }
    }

    private let results: RhythmResults
    private let ignored: Int

    init(_ results: RhythmResults, ignored: Int) {
        self.results = results
        self.ignored = ignored
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(results.accuracy.map(Self.rounded), forKey: .accuracy)
        let counts = Grade.allCases.map { ($0.rawValue, results.count($0)) }
        try container.encode(Dictionary(uniqueKeysWithValues: counts), forKey: .counts)
        try container.encode(results.timing.mean.map(Self.milliseconds), forKey: .mean)
        try container.encode(results.timing.spread.map(Self.milliseconds), forKey: .spread)
        try container.encode(Self.rounded(results.seconds), forKey: .seconds)
        try container.encode(ignored, forKey: .ignored)
        let bins = results.histogram.range.map(Array.init) ?? []
        try container.encode(
            bins.map {
                Bin(ms: Self.milliseconds(Double($0) * DeviationHistogram.binWidth), count: results.histogram.count($0))
            },
            forKey: .histogram)
        try container.encode(results.places.map(Place.init), forKey: .places)
    }

    /// Returns the value rounded to six decimals; further digits are rounding errors, not timing.
    static func rounded(_ value: Double) -> Double {
        (value * 1e6).rounded() / 1e6
    }

    /// Converts seconds to milliseconds, rounded to three decimals.
    static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1e6).rounded() / 1e3
    }
}
