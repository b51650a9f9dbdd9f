import Foundation
import ParlandoCore
import ParlandoPresenters

/// Reads strokes from a file or from standard input.
enum StrokeFile {
    /// Maximum size of a list in bytes; a longer one is refused before it fills memory.
    private static let mostBytes = 16 << 20

    /// Returns the times of the strokes in seconds, in the order of the file.
    static func read(_ path: String) throws(Failure) -> [Double] {
        guard let moments = StrokeList.moments(json: try bytes(of: path)) else {
            throw Failure(
                .badData,
                "\(path): "
                    + tr("this is no list of strokes. See: {command}", ["command": "parlandoctl rhythm judge --help"]))
        }
        return moments
    }

    private static func bytes(of path: String) throws(Failure) -> Data {
        let descriptor = open(PathBytes.cString(path == "-" ? "/dev/stdin" : path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(AudioFileError(errno == ENOENT ? .missing : .denied), path: path)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var data = Data()
        do {
            while data.count <= mostBytes, let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
                data += more
            }
        } catch {
            throw Failure(AudioFileError(.denied), path: path)
        }
        guard data.count <= mostBytes else {
            throw Failure(
                .badData,
                "\(path): "
                    + tr("a list of strokes has at most {size}.", ["size": Quantities.bytes(Int64(mostBytes))]))
        }
        return data
    }
}
