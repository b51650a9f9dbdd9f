public import Foundation

/// Parses lists of stroke times that other programs have written. The text is a JSON list of numbers or of objects with
/// a key `t`, an object with such a list as `strokes`, or one object per line.
public enum StrokeList {
    /// Maximum time between a stroke and the first click, in seconds (eleven days). Larger values are rejected as
    /// implausible.
    static let farthest = 1_000_000.0

    /// A stroke in the JSON text: a number, or an object with a time `t` and optionally `accepted`, which is false if
    /// the detected sound was not a stroke.
    private struct Stroke: Decodable {
        private enum CodingKeys: String, CodingKey {
            case t
            case accepted
        }

        /// Time of the stroke in seconds since the first click; nil if the stroke was not accepted.
        let seconds: Double?

        init(from decoder: any Decoder) throws {
            if let number = try? decoder.singleValueContainer().decode(Double.self) {
                seconds = try Self.checked(number, decoder)
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let isAccepted = try container.decodeIfPresent(Bool.self, forKey: .accepted) ?? true
            let seconds = try Self.checked(container.decode(Double.self, forKey: .t), decoder)
            self.seconds = isAccepted ? seconds : nil
        }

        private static func checked(_ seconds: Double, _ decoder: any Decoder) throws -> Double {
            guard abs(seconds) <= farthest else {
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "too far away")
                throw DecodingError.dataCorrupted(context)
            }
            return seconds
        }
    }

    private struct Wrapped: Decodable {
        let strokes: [Stroke]
    }

    /// Returns the times of the accepted strokes, in seconds since the first click, in the order of the text. Nil if
    /// the text is not a list of strokes.
    public static func moments(json: Data) -> [Double]? {
        (list(json) ?? lines(json))?.compactMap(\.seconds)
    }

    private static func list(_ data: Data) -> [Stroke]? {
        (try? OutsideJSON.decode([Stroke].self, from: data))
            ?? (try? OutsideJSON.decode(Wrapped.self, from: data))?.strokes
    }

    /// Parses strokes from a text with one JSON object per line; nil if a line is invalid. An empty text has no
    /// strokes.
    private static func lines(_ data: Data) -> [Stroke]? {
        var strokes: [Stroke] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let stroke = try? OutsideJSON.decode(Stroke.self, from: Data(line)) else {
                return nil
            }
            strokes.append(stroke)
        }
        return strokes
    }
}
