public import Foundation

/// Stroke times that other programs have written: a JSON list of numbers or of objects with a key `t`, an object with
/// such a list as `strokes`, or one object per line.
public enum StrokeList {
    /// Seconds (eleven days). Larger values are rejected as implausible.
    static let farthest = 1_000_000.0

    /// A number, or an object with `t` and optionally `accepted`: false if the detected sound was not a stroke.
    private struct Stroke: Decodable {
        private enum CodingKeys: String, CodingKey {
            case t
            case accepted
        }

        /// Seconds since the first click; nil if the stroke was not accepted.
        let seconds: Double?

        init(from decoder: any Decoder) throws {
            var isAccepted = true
            let seconds: Double
            if let number = try? decoder.singleValueContainer().decode(Double.self) {
                seconds = number
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                isAccepted = try container.decodeIfPresent(Bool.self, forKey: .accepted) ?? true
                seconds = try container.decode(Double.self, forKey: .t)
            }
            guard abs(seconds) <= farthest else {
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "too far away")
                throw DecodingError.dataCorrupted(context)
            }
            self.seconds = isAccepted ? seconds : nil
        }
    }

    private struct Wrapped: Decodable {
        let strokes: [Stroke]
    }

    /// Seconds of the accepted strokes since the first click, in the order of the text. Nil if it is no list of
    /// strokes.
    public static func moments(json: Data) -> [Double]? {
        (list(json) ?? lines(json))?.compactMap(\.seconds)
    }

    private static func list(_ data: Data) -> [Stroke]? {
        (try? OutsideJSON.decode([Stroke].self, from: data))
            ?? (try? OutsideJSON.decode(Wrapped.self, from: data))?.strokes
    }

    /// One JSON object per line; nil if a line is invalid. An empty text has no strokes.
    private static func lines(_ data: Data) -> [Stroke]? {
        try? data.split(separator: UInt8(ascii: "\n")).map { try OutsideJSON.decode(Stroke.self, from: Data($0)) }
    }
}

/// The sound of an instrument, learned from a few strokes played alone.
public struct InstrumentProfile: Sendable, Equatable, Codable {
    /// Median rise of each frequency band at the attack, shape `[bands]`, with the sum 1.
    public let fingerprint: [Float]
    /// Sum of these rises in log10 units, before normalisation.
    public let rise: Double
    /// Median peak level, in dBFS.
    public let level: Double

    public init(fingerprint: [Float], rise: Double, level: Double) {
        self.fingerprint = fingerprint
        self.rise = rise
        self.level = level
    }
}
