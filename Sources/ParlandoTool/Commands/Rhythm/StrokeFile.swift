import Foundation
import ParlandoCore

/// Moments of strokes, as other programs write them.
enum StrokeFile {
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
                seconds = number
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let isAccepted = try container.decodeIfPresent(Bool.self, forKey: .accepted) ?? true
            let seconds = try container.decode(Double.self, forKey: .t)
            self.seconds = isAccepted ? seconds : nil
        }
    }

    private struct Wrapped: Decodable {
        let strokes: [Stroke]
    }

    /// Seconds, in the order of the file.
    static func read(_ path: String) throws(Failure) -> [Double] {
        let data = try bytes(of: path)
        guard let strokes = list(data) ?? lines(data) else {
            throw Failure(.badData, "\(path): this is no list of strokes. See: parlandoctl rhythm judge --help")
        }
        return strokes.compactMap(\.seconds)
    }

    private static func bytes(of path: String) throws(Failure) -> Data {
        let descriptor = open(PathBytes.cString(path == "-" ? "/dev/stdin" : path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "there is no such file." : "it may not be read."
            throw Failure(.noInput, "\(path): \(reason)")
        }
        guard let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data() else {
            throw Failure(.noInput, "\(path): it may not be read.")
        }
        return data
    }

    private static func list(_ data: Data) -> [Stroke]? {
        let decoder = JSONDecoder()
        return (try? decoder.decode([Stroke].self, from: data))
            ?? (try? decoder.decode(Wrapped.self, from: data))?.strokes
    }

    /// One object a line; an empty file holds no stroke, but is no mistake.
    private static func lines(_ data: Data) -> [Stroke]? {
        var strokes: [Stroke] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let stroke = try? JSONDecoder().decode(Stroke.self, from: Data(line)) else {
                return nil
            }
            strokes.append(stroke)
        }
        return strokes
    }
}
