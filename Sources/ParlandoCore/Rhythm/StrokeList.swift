public import Foundation

/// Moments of strokes, as other programs write them: a JSON list of seconds or of objects with a `t`, such a list as
/// `strokes` of an object, or one object a line.
public enum StrokeList {
    /// Seconds that a moment may be away from the first click: eleven days. What is farther is no performance.
    static let farthest = 1_000_000.0

    /// A number, or an object that says when, and perhaps that it was no stroke after all.
    private struct Stroke: Decodable {
        private enum CodingKeys: String, CodingKey {
            case t
            case accepted
        }

        /// Nil: it was not accepted.
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

    /// Seconds since the first click, in the order of the text; those that were not accepted are left out. Nil: this is no
    /// list of strokes.
    public static func moments(json: Data) -> [Double]? {
        (list(json) ?? lines(json))?.compactMap(\.seconds)
    }

    private static func list(_ data: Data) -> [Stroke]? {
        let decoder = JSONDecoder()
        return (try? decoder.decode([Stroke].self, from: data))
            ?? (try? decoder.decode(Wrapped.self, from: data))?.strokes
    }

    /// One object a line; an empty text holds no stroke, but is no mistake.
    private static func lines(_ data: Data) -> [Stroke]? {
        let decoder = JSONDecoder()
        var strokes: [Stroke] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let stroke = try? decoder.decode(Stroke.self, from: Data(line)) else {
                return nil
            }
            strokes.append(stroke)
        }
        return strokes
    }
}
