import Foundation
import ParlandoCore

/// Copies the user's own files into the model folder. It has its own thread, because otherwise a voice that is about to
/// speak would wait until another one is copied.
actor ModelImporter {
    /// In bytes. The smallest published voice has megabytes.
    private static let leastVoice: Int64 = 100_000

    private let executor = BlockingExecutor(label: "parlando.import")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Copies the files of a model of the catalogue. Throws `ModelError`, such as `notThisModel`, or
    /// `CancellationError`.
    ///
    /// - Parameter report: called with the fraction of each file that is done, 0…1.
    func importModel(
        _ model: SpeechModel, from source: String, into store: FileModelStore,
        report: @Sendable (_ fraction: Double) -> Void
    ) throws {
        if let configuration = model.configuration {
            guard FileSystem.size(of: source + ".json") != nil else {
                throw ModelError(.configurationMissing)
            }
            try importFile(configuration, from: source + ".json", into: store, report)
        }
        try importFile(model, from: source, into: store, report)
    }

    private func importFile(
        _ file: SpeechModel, from source: String, into store: FileModelStore, _ report: (_ fraction: Double) -> Void
    ) throws {
        guard let size = FileSystem.size(of: source) else {
            throw ModelError(.notPresent, detail: "nothing to import")
        }
        guard size == file.bytes else {
            throw ModelError(.notThisModel, detail: "\(size) bytes instead of \(file.bytes)")
        }
        try FileSystem.makeRoom(for: size, in: store.path)
        var (done, percent) = (Int64(0), Int64(-1))
        let copy: PartialFile
        do {
            copy = try self.copy(file, from: source, to: store.target(of: file)) { bytes in
                done += Int64(bytes)
                if done * 100 / size > percent {
                    percent = done * 100 / size
                    report(min(1, Double(percent) / 100))
                }
            }
        } catch let error as ModelError where error.kind == .wrongChecksum {
            throw ModelError(.notThisModel, detail: error.detail)
        }
        defer { try? copy.remove() }
        try Task.checkCancellation()
        try copy.commit(as: store.target(of: file))
    }

    /// Imports the neural network at `source` and the configuration `source.json`. Both are checked before anything is
    /// copied, and their checksums again during the copy. If the task is cancelled before both files have their names,
    /// the folder stays as it was. Throws `ModelError` or `CancellationError`.
    func importVoice(
        from source: String, into store: FileModelStore, report: @Sendable (_ fraction: Double) -> Void
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
        guard size >= Self.leastVoice, try isNetwork(network, size: size, settings) else {
            throw ModelError(.notVoice, detail: "not a whole network of Piper's kind")
        }
        try FileSystem.makeRoom(for: size, in: store.path)
        // The network is read twice.
        var done: Int64 = 0
        func count(_ bytes: Int) {
            let percent = done * 50 / max(1, size)
            done += Int64(bytes)
            if done * 50 / max(1, size) > percent {
                report(min(1, Double(done) / Double(2 * max(1, size))))
            }
        }
        let sums = (network: try sum(of: network, count), json: try sum(of: json))
        let published = store.catalogue.first {
            $0.kind == .voice && $0.sha256 == sums.network && $0.voice?.configuration.sha256 == sums.json
        }
        let voice =
            published
            ?? SpeechModel.own(ownName(of: source, sums.network, in: store), settings, size, json.count, sums)
        defer { store.forgetOwnVoices() }
        try add(voice, from: source, to: store, count)
        return voice
    }

    /// The copies get their names once both are complete.
    private func add(
        _ voice: SpeechModel, from source: String, to store: FileModelStore, _ count: (_ bytes: Int) -> Void
    ) throws {
        var copies: [(file: SpeechModel, copy: PartialFile)] = []
        defer { copies.forEach { try? $0.copy.remove() } }
        copies.append((voice, try copy(voice, from: source, to: store.target(of: voice), count)))
        if let configuration = voice.configuration {
            let target = store.target(of: configuration)
            copies.append((configuration, try copy(configuration, from: source + ".json", to: target)))
        }
        try Task.checkCancellation()
        var added: [String] = []
        do {
            for (file, copy) in copies {
                let path = store.target(of: file)
                if FileSystem.size(of: path) == nil {
                    added += [path, path + ModelFileName.checked]
                }
                try copy.commit(as: path)
                CheckedStamp(of: file, at: path)?.writeDown()
            }
            // A voice that was only replaced cannot be brought back any more.
            if added.contains(store.target(of: voice)) {
                try Task.checkCancellation()
            }
        } catch {
            added.forEach { try? FileSystem.remove($0) }
            throw error
        }
    }

    /// The copy does not have its name yet.
    private func copy(
        _ file: SpeechModel, from source: String, to target: String, _ count: (_ bytes: Int) -> Void = { _ in }
    ) throws -> PartialFile {
        guard let copy = try PartialFile.open(for: target + ModelFileName.imported) else {
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

    /// Returns a name, made from the name of the file, that no other voice has.
    ///
    /// - Parameter sum: SHA-256 of the neural network.
    private func ownName(of source: String, _ sum: String, in store: FileModelStore) -> String {
        let file = source.split(separator: "/").last.map(String.init) ?? ""
        let ending = ModelFileName.network
        let stem = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
        let kept = stem.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
        let base = kept.isEmpty ? "voice" : String(kept)
        let taken = Set(store.catalogue.map(\.name))
        // A voice that is imported again replaces its earlier copy.
        for number in 1... {
            let name = number == 1 ? base : "\(base)-\(number)"
            let there = CheckedStamp.checksum(of: "\(store.path)/\(name)\(SpeechModel.ownEnding)")
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

    private func isNetwork(_ file: OpenFile, size: Int64, _ settings: PiperConfiguration) throws(ModelError) -> Bool {
        do {
            return settings.canSpeak(by: try OnnxMetadata.ends(size: size) { try file.piece(at: $0, most: $1) })
        } catch {
            throw error as? ModelError ?? ModelError(.failed, detail: "\(error)")
        }
    }
}
