import Glibc
import ParlandoCore
import Synchronization

/// Folder with model files, and the operations on them. It has a thread of its own, because reading and copying
/// hundreds of megabytes blocks.
actor ModelFolder {
    nonisolated let path: String
    /// Read-only folder with models installed with the program, or nil if there is none.
    private nonisolated let provided: String?

    /// Cache of `ownVoices` with the folder's modification time, in nanoseconds since 1970, at which they were read. It
    /// is nil if they have to be read.
    nonisolated let own = Mutex<(date: Int128, voices: [SpeechModel])?>(nil)

    private let executor = BlockingExecutor(label: "parlando.models")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ path: String, provided: String? = nil) {
        self.path = path
        self.provided = provided
    }

    /// Returns the path of a model in this folder, whether or not the file exists.
    nonisolated func path(of model: SpeechModel) -> String {
        "\(path)/\(model.fileName)"
    }

    /// Returns the path of an existing model, in this folder or among those installed with the program, or nil if there
    /// is none.
    nonisolated func present(_ model: SpeechModel) -> String? {
        if FileSystem.size(of: path(of: model)) != nil {
            return path(of: model)
        }
        let brought = provided.map { "\($0)/\(model.fileName)" }
        return brought.flatMap { FileSystem.size(of: $0) == model.bytes ? $0 : nil }
    }

    /// Returns the disk space used by a model in bytes, including partial downloads and a damaged file that was
    /// renamed.
    nonisolated func diskUse(of model: SpeechModel) -> Int64 {
        files(of: model).reduce(0) { $0 + (FileSystem.size(of: "\(path)/\($1)") ?? 0) }
    }

    /// Creates the folder.
    func prepare() throws(ModelError) {
        try FileSystem.makeFolder(path)
    }

    /// Copies a model's file into the folder if its size and checksum are right. Reports the progress as a fraction,
    /// 0…1. If the task is cancelled, nothing is kept. Throws `ModelError` or `CancellationError`.
    func take(_ model: SpeechModel, from source: String, report: FetchReport) throws {
        guard let size = FileSystem.size(of: source) else {
            throw ModelError(.notPresent, detail: "nothing to import")
        }
        guard size == model.bytes else {
            throw ModelError(.notThisModel, detail: "\(size) bytes instead of \(model.bytes)")
        }
        try prepare()
        guard (FileSystem.freeSpace(in: path) ?? .max) >= size else {
            throw ModelError(.diskFull, detail: "\(size) bytes wanted")
        }
        guard let copy = try PartialFile.open(for: path(of: model) + ModelFileName.imported) else {
            throw ModelError(.failed, detail: "another import is under way")
        }
        defer { try? copy.remove() }
        try copy.discard()
        let file = try OpenFile.source(source)
        var percent: Int64 = -1
        while case let bytes = try file.piece(at: copy.count), !bytes.isEmpty {
            try Task.checkCancellation()
            try copy.append(bytes)
            if copy.count * 100 / size > percent {
                percent = copy.count * 100 / size
                report.tell(.verifying(fraction: min(1, Double(percent) / 100)))
            }
        }
        do throws(ModelError) {
            try copy.seal(sha256: model.sha256)
        } catch {
            throw error.kind == .wrongChecksum ? ModelError(.notThisModel, detail: error.detail) : error
        }
        try Task.checkCancellation()
        try copy.commit(as: path(of: model))
    }

    /// Verifies the size and checksum of a model, unless the same unchanged file was verified before.
    func ensureWhole(_ model: SpeechModel) throws(ModelError) {
        guard let file = present(model), let stamp = CheckedStamp(of: model, at: file) else {
            throw ModelError(.notPresent)
        }
        guard !stamp.isWrittenDown else {
            return
        }
        guard FileSystem.size(of: file) == model.bytes else {
            throw ModelError(.wrongChecksum, detail: "not \(model.bytes) bytes long")
        }
        try verify(model)
        stamp.writeDown()
    }

    /// Verifies the checksum of an existing model.
    func verify(_ model: SpeechModel) throws(ModelError) {
        guard let path = present(model) else {
            throw ModelError(.notPresent)
        }
        let file = try OpenFile(path, O_RDONLY)
        let digest = SHA256()
        var offset: Int64 = 0
        while case let bytes = try file.piece(at: offset), !bytes.isEmpty {
            digest.update(bytes)
            offset += Int64(bytes.count)
        }
        let found = digest.hexadecimal()
        guard found == model.sha256.lowercased() else {
            throw ModelError(.wrongChecksum, detail: "expected \(model.sha256), found \(found)")
        }
    }

    /// Renames an invalid model file to `….corrupt-<number>`, and deletes a file that was renamed earlier.
    func setAside(_ model: SpeechModel) throws(ModelError) {
        guard FileSystem.size(of: path(of: model)) != nil else {
            throw ModelError(.notPresent)
        }
        defer { forgetOwnVoices() }
        let earlier = files(of: model).filter { $0.hasPrefix(corruptPrefix(of: model)) }
        // A file name can contain any number. Numbers above 65535 are ignored, so that the next one cannot overflow.
        let numbers = earlier.compactMap { UInt16($0.dropFirst(corruptPrefix(of: model).count)) }
        let number = Int(numbers.max() ?? 0)
        try FileSystem.move(path(of: model), to: "\(path)/\(corruptPrefix(of: model))\(number + 1)")
        for name in earlier {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    /// Deletes all files of a model, including partial downloads.
    func remove(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        for name in files(of: model) {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    private nonisolated func corruptPrefix(of model: SpeechModel) -> String {
        model.fileName + ModelFileName.damaged
    }

    /// Returns the names of all files of a model in this folder, except those that were put away. For a voice, they
    /// include the configuration.
    nonisolated func files(of model: SpeechModel) -> [String] {
        FileSystem.names(in: path).filter { Self.isFile($0, of: model) && ModelFileName.former($0) == nil }
    }

    /// Returns whether a file with this name belongs to a model.
    static func isFile(_ name: String, of model: SpeechModel) -> Bool {
        name == model.fileName || name.hasPrefix(model.fileName + ".")
    }
}
