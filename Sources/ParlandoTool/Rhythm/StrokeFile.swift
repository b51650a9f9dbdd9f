import Foundation
import ParlandoCore

/// Reads strokes from a file or from standard input.
enum StrokeFile {
    /// Maximum size of a list in bytes; a longer one is refused before it fills memory.
    private static let mostBytes = 16 << 20

    /// Returns the times of the strokes in seconds, in the order of the file.
    static func read(_ path: String) throws(Failure) -> [Double] {
        guard let moments = StrokeList.moments(json: try bytes(of: path)) else {
            throw Failure(.badData, "\(path): this is no list of strokes. See: parlandoctl rhythm judge --help")
        }
        return moments
    }

    private static func bytes(of path: String) throws(Failure) -> Data {
        let descriptor = open(PathBytes.cString(path == "-" ? "/dev/stdin" : path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "there is no such file." : "it may not be read."
            throw Failure(.noInput, "\(path): \(reason)")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var data = Data()
        do {
            while data.count <= mostBytes, let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
                data += more
            }
        } catch {
            throw Failure(.noInput, "\(path): it may not be read.")
        }
        guard data.count <= mostBytes else {
            throw Failure(.badData, "\(path): a list of strokes has at most \(mostBytes >> 20) MB.")
        }
        return data
    }
}
