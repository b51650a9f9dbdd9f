import Foundation
import ParlandoCore

/// Copies natural voices from the user's own files into the model folder. It has its own thread, because otherwise a
/// voice that is about to speak would have to wait until another voice is copied.
actor VoiceImporter {
    private let folder: ModelFolder
    private let executor = BlockingExecutor(label: "parlando.import")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(into folder: ModelFolder) {
        self.folder = folder
    }

    /// Imports a voice: the neural network at `source` and the configuration `source.json`. Both are checked before
    /// anything is copied, and their checksums again during the copy. If the task is cancelled before both files have
    /// their names, the folder stays as it was. Throws `ModelError` or `CancellationError`.
    ///
    /// - Parameter report: called with the fraction that is done, 0…1.
    func importVoice(
        from source: String, catalogue: [SpeechModel], report: @Sendable (_ fraction: Double) -> Void
    ) throws -> SpeechModel {
        guard let size = FileSystem.size(of: source) else {
            throw ModelError(.notPresent, detail: "nothing to import")
        }
        guard FileSystem.size(of: source + ".json") != nil else {
            throw ModelError(.configurationMissing)
        }
        let json = try OpenFile.source(source + ".json")
        guard json.count <= PiperConfiguration.mostBytes,
            let settings = PiperConfiguration(json: Data(try json.content())),
            !settings.language.isEmpty
        else {
            throw ModelError(.notVoice, detail: "not a configuration of a Piper voice")
        }
        let network = try OpenFile.source(source)
        guard try isNetwork(network, size: size) else {
            throw ModelError(.notVoice, detail: "not a whole ONNX file")
        }
        try FileSystem.makeFolder(folder.path)
        guard (FileSystem.freeSpace(in: folder.path) ?? .max) >= size else {
            throw ModelError(.diskFull, detail: "\(size) bytes wanted")
        }
        // The network is read twice: for its checksum, and for the copy.
        var done: Int64 = 0
        func count(_ bytes: Int) {
            let percent = done * 50 / max(1, size)
            done += Int64(bytes)
            if done * 50 / max(1, size) > percent {
                report(min(1, Double(done) / Double(2 * max(1, size))))
            }
        }
        let sums = (network: try sum(of: network, count), json: try sum(of: json))
        let published = catalogue.first {
            $0.kind == .voice && $0.sha256 == sums.network && $0.voice?.configuration.sha256 == sums.json
        }
        let voice =
            published
            ?? folder.made(
                ownName(of: source, sums.network, besides: Set(catalogue.map(\.name))), settings, size, json.count, sums
            )
        defer { folder.forgetOwnVoices() }
        try store(voice, from: source, count)
        return voice
    }

    /// Copies both files of a voice, and only then gives the copies their names, so that an import that fails or is
    /// cancelled leaves the folder as it was.
    private func store(_ voice: SpeechModel, from source: String, _ count: (_ bytes: Int) -> Void) throws {
        var copies: [(file: SpeechModel, copy: PartialFile)] = []
        defer { copies.forEach { try? $0.copy.remove() } }
        copies.append((voice, try copy(voice, from: source, count)))
        if let configuration = voice.configuration {
            copies.append((configuration, try copy(configuration, from: source + ".json")))
        }
        try Task.checkCancellation()
        var added: [String] = []
        do {
            for (file, copy) in copies {
                let path = folder.path(of: file)
                if FileSystem.size(of: path) == nil {
                    added += [path, path + ModelFileName.checked]
                }
                try copy.commit(as: path)
                CheckedStamp(of: file, at: path)?.writeDown()
            }
            // A voice that was only replaced cannot be brought back any more.
            if added.contains(folder.path(of: voice)) {
                try Task.checkCancellation()
            }
        } catch {
            added.forEach { try? FileSystem.remove($0) }
            throw error
        }
    }

    /// Returns a complete copy of a file, which does not have its name yet.
    private func copy(
        _ file: SpeechModel, from source: String, _ count: (_ bytes: Int) -> Void = { _ in }
    ) throws -> PartialFile {
        guard let copy = try PartialFile.open(for: folder.path(of: file) + ModelFileName.imported) else {
            throw ModelError(.failed, detail: "another import is under way")
        }
        do {
            try copy.discard()
            let original = try OpenFile.source(source)
            while case let bytes = try original.piece(at: copy.count), !bytes.isEmpty {
                try Task.checkCancellation()
                try copy.append(bytes)
                count(bytes.count)
            }
            try copy.seal(sha256: file.sha256)
            return copy
        } catch {
            try? copy.remove()
            throw error
        }
    }

    /// Returns a name for a voice, made from the name of its file, that no other voice has.
    ///
    /// - Parameters:
    ///   - sum: SHA-256 of the voice's neural network. A voice that is imported again keeps its name.
    ///   - taken: names of all models in the catalogue.
    private func ownName(of source: String, _ sum: String, besides taken: Set<String>) -> String {
        let file = source.split(separator: "/").last.map(String.init) ?? ""
        let ending = ModelFileName.network
        let stem = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
        let kept = stem.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
        let base = kept.isEmpty ? "voice" : String(kept)
        // A voice that is imported again replaces its earlier copy. Another voice of the same name gets a number.
        for number in 1... {
            let name = number == 1 ? base : "\(base)-\(number)"
            let there = CheckedStamp.checksum(of: "\(folder.path)/\(name)\(SpeechModel.ownEnding)")
            if !taken.contains(name), there == nil || there == sum {
                return name
            }
        }
        return base
    }

    private func sum(of file: OpenFile, _ count: (_ bytes: Int) -> Void = { _ in }) throws -> String {
        let digest = SHA256()
        var offset: Int64 = 0
        while case let bytes = try file.piece(at: offset), !bytes.isEmpty {
            try Task.checkCancellation()
            digest.update(bytes)
            count(bytes.count)
            offset += Int64(bytes.count)
        }
        return digest.hexadecimal()
    }

    private func isNetwork(_ file: OpenFile, size: Int64) throws(ModelError) -> Bool {
        do {
            return try OnnxMetadata.isWhole(size: size) { try file.piece(at: $0, most: $1) }
        } catch {
            throw error as? ModelError ?? ModelError(.failed, detail: "\(error)")
        }
    }
}
