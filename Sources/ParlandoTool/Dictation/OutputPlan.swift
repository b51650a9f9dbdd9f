import Foundation
import ParlandoCore
import ParlandoSystem

/// Where the text of each recording is written.
struct OutputPlan {
    let files: [String]
    /// A file, a folder, or nil and `-` for standard output.
    let output: String?
    let format: ExportFormat

    /// The file to be written, nil: standard output.
    func target(of path: String) -> String? {
        guard let output, output != "-" else {
            return nil
        }
        guard files.count > 1 || output.hasSuffix("/") || Self.isFolder(output) else {
            return output
        }
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return (output.hasSuffix("/") ? output : output + "/") + name + ".\(format.rawValue)"
    }

    /// Before any work: no text is written over a recording, nor two over each other, and each of them can be written. A
    /// recording given twice is one.
    func check() throws(Failure) {
        let recordings = files.map { (path: $0, identity: FileIdentity(of: Self.opened($0))) }
        var writers: [FileIdentity: (path: String, identity: FileIdentity?)] = [:]
        for recording in recordings {
            guard let target = target(of: recording.path), let place = FileIdentity(written: target) else {
                continue
            }
            if let lost = recordings.first(where: { $0.identity == place }) {
                throw Failure(overwriting: lost.path, with: target)
            }
            if let other = writers.updateValue(recording, forKey: place), other.path != recording.path,
                other.identity == nil || other.identity != recording.identity
            {
                throw Failure(
                    .usage, "\(other.path) and \(recording.path) would both be written to \(target).")
            }
        }
        for target in files.compactMap({ target(of: $0) }) {
            try Self.checkPlace(target)
        }
    }

    /// Before any work: a file can be written there.
    static func checkPlace(_ path: String) throws(Failure) {
        do throws(TextSaveError) {
            _ = try OutputPlace(path)
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// What is opened for a path: standard input may be a file, too.
    static func opened(_ path: String) -> String {
        path == "-" ? "/dev/stdin" : path
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(PathBytes.cString(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Failure {
    /// A recording must not be lost to what is made of it.
    init(overwriting recording: String, with target: String) {
        self.init(.usage, "\(target) is the recording \(recording) itself, which would be lost: name another file.")
    }
}
