import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Where the transcripts of recordings are written.
struct OutputPlan {
    let files: [String]
    /// A file or a folder; nil or `-` for standard output.
    let output: String?
    let format: ExportFormat

    /// Returns nil for standard output.
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

    /// Checks before any work that no transcript would overwrite a recording or another transcript, and that all can be
    /// written. A recording given twice counts once.
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
                    .usage,
                    tr(
                        "{one} and {other} would both be written to {target}.",
                        ["one": other.path, "other": recording.path, "target": target]))
            }
        }
        for target in files.compactMap({ target(of: $0) }) {
            try Self.checkPlace(target)
        }
    }

    /// Checks before any work that a file can be written there.
    static func checkPlace(_ path: String) throws(Failure) {
        do throws(TextSaveError) {
            _ = try OutputPlace(path)
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// What is opened for a recording: `/dev/stdin` for `-`, because standard input may be a file too.
    static func opened(_ path: String) -> String {
        path == "-" ? "/dev/stdin" : path
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(PathBytes.cString(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Failure {
    init(overwriting recording: String, with target: String) {
        self.init(
            .usage,
            tr(
                "{target} is the recording {recording} itself, which would be lost: name another file.",
                ["target": target, "recording": recording]))
    }
}
