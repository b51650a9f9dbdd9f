import Foundation
import Glibc
import ParlandoCore

/// The natural voices that the user has imported.
///
/// A voice `X` is the network `X-own.onnx` and the configuration `X-own.onnx.json`. The checksums at the time of the
/// import are in the `.checked` records beside them (`CheckedStamp`).
extension ModelFolder {
    /// The voices that were imported, by name.
    nonisolated var ownVoices: [SpeechModel] {
        FileSystem.names(in: path).filter { $0.hasSuffix(SpeechModel.ownEnding) }.sorted().compactMap { file in
            ownVoice(named: String(file.dropLast(SpeechModel.ownEnding.count)))
        }
    }

    /// Imports a voice. Its files are checked before anything is copied, and their checksums again while they are.
    func importVoice(from source: String, catalogue: [SpeechModel]) throws(ModelError) -> SpeechModel {
        guard let size = FileSystem.size(of: source) else {
            throw ModelError(.notPresent, detail: "nothing to import")
        }
        guard FileSystem.size(of: source + ".json") != nil else {
            throw ModelError(.configurationMissing)
        }
        let json = try OpenFile(source + ".json", O_RDONLY)
        guard json.count <= PiperConfiguration.mostBytes,
            let settings = PiperConfiguration(json: Data(try content(of: json))),
            !settings.language.isEmpty
        else {
            throw ModelError(.notVoice, detail: "not a configuration of a Piper voice")
        }
        let network = try OpenFile(source, O_RDONLY)
        guard try isNetwork(network, size: size) else {
            throw ModelError(.notVoice, detail: "not a whole ONNX file")
        }
        try prepare()
        guard (FileSystem.freeSpace(in: path) ?? .max) >= size else {
            throw ModelError(.diskFull, detail: "\(size) bytes wanted")
        }
        let sums = (network: try sum(of: network), json: try sum(of: json))
        let published = catalogue.first {
            $0.kind == .voice && $0.sha256 == sums.network && $0.voice?.configuration.sha256 == sums.json
        }
        let voice = published ?? made(ownName(of: source, sums.network), settings, size, json.count, sums)
        for (file, from) in [(voice.configuration, source + ".json"), (voice, source)] {
            if let file {
                try copy(file, from: from)
            }
        }
        return voice
    }

    private func copy(_ file: SpeechModel, from source: String) throws(ModelError) {
        guard let copy = try PartialFile.open(for: path(of: file) + ".import") else {
            throw ModelError(.failed, detail: "another import is under way")
        }
        defer { try? copy.remove() }
        try copy.discard()
        let original = try OpenFile(source, O_RDONLY)
        while case let bytes = try original.piece(at: copy.count), !bytes.isEmpty {
            try copy.append(bytes)
        }
        try copy.commit(sha256: file.sha256, as: path(of: file))
        CheckedStamp(of: file, at: path(of: file))?.writeDown()
    }

    private nonisolated func ownVoice(named name: String) -> SpeechModel? {
        let file = "\(path)/\(name)\(SpeechModel.ownEnding)"
        guard let json = try? OpenFile(file + ".json", O_RDONLY), json.count <= PiperConfiguration.mostBytes,
            let bytes = try? content(of: json), let settings = PiperConfiguration(json: Data(bytes)),
            let size = FileSystem.size(of: file), let network = CheckedStamp.checksum(of: file),
            let sum = CheckedStamp.checksum(of: file + ".json")
        else {
            return nil
        }
        return made(name, settings, size, json.count, (network, sum))
    }

    private nonisolated func made(
        _ name: String, _ settings: PiperConfiguration, _ size: Int64, _ count: Int64,
        _ sums: (network: String, json: String)
    ) -> SpeechModel {
        SpeechModel(
            name: name, kind: .voice, bytes: size, sha256: sums.network, engine: "piper",
            voice: VoiceFacts(
                language: settings.language, region: settings.region,
                speaker: settings.speaker.isEmpty ? name : settings.speaker, rate: settings.rate,
                configuration: VoiceFacts.File(path: "", bytes: count, sha256: sums.json)))
    }

    /// Returns a name for a voice from the name of its file, other than those of the other voices.
    private func ownName(of source: String, _ sum: String) -> String {
        let file = source.split(separator: "/").last.map(String.init) ?? ""
        let stem = file.hasSuffix(".onnx") ? String(file.dropLast(5)) : file
        let kept = stem.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
        let base = kept.isEmpty ? "voice" : String(kept)
        // The same voice replaces itself, and another one gets a number.
        for number in 1... {
            let name = number == 1 ? base : "\(base)-\(number)"
            let there = CheckedStamp.checksum(of: "\(path)/\(name)\(SpeechModel.ownEnding)")
            if there == nil || there == sum {
                return name
            }
        }
        return base
    }

    private nonisolated func content(of file: OpenFile) throws(ModelError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try file.piece(at: Int64(bytes.count)), !piece.isEmpty {
            bytes += piece
        }
        return bytes
    }

    private func sum(of file: OpenFile) throws(ModelError) -> String {
        let digest = SHA256()
        var offset: Int64 = 0
        while case let bytes = try file.piece(at: offset), !bytes.isEmpty {
            digest.update(bytes)
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
