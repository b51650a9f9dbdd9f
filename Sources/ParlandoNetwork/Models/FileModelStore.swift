import Foundation
import Glibc
public import ParlandoCore
import Synchronization

/// Model store in a folder. It has a thread of its own, because reading hundreds of megabytes blocks.
public actor FileModelStore: ModelStore {
    public nonisolated let catalogue: [SpeechModel]

    nonisolated let path: String
    private nonisolated let provided: String?
    /// Cache of `ownVoices` with the folder's modification time, in nanoseconds since 1970, at which they were read.
    private nonisolated let own = Mutex<(date: Int128, voices: [SpeechModel])?>(nil)
    private nonisolated let importer = ModelImporter()
    private nonisolated let preferences: any PreferenceStore
    private nonisolated let network: any NetworkStatus
    private nonisolated let client = HTTPClient()
    private nonisolated let clock: any Clock<Duration>
    private let executor = BlockingExecutor(label: "parlando.models")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - provided: read-only folder with models installed with the program.
    ///   - preferences: supplies the address of the mirror at each fetch.
    public init(
        catalogue: [SpeechModel], folder: String, provided: String? = nil, preferences: any PreferenceStore,
        network: any NetworkStatus, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.catalogue = catalogue
        path = folder
        self.provided = provided
        self.preferences = preferences
        self.network = network
        self.clock = clock
    }

    // MARK: Which files there are

    /// A natural voice counts as missing if its configuration file is missing.
    public nonisolated func path(of model: SpeechModel) -> String? {
        guard let configuration = model.configuration else {
            return present(model)
        }
        return present(configuration) == nil ? nil : present(model)
    }

    /// In the store's own folder, whether or not the file exists.
    nonisolated func target(of model: SpeechModel) -> String {
        "\(path)/\(model.fileName)"
    }

    private nonisolated func present(_ model: SpeechModel) -> String? {
        if FileSystem.size(of: target(of: model)) != nil {
            return target(of: model)
        }
        let brought = provided.map { "\($0)/\(model.fileName)" }
        return brought.flatMap { FileSystem.size(of: $0) == model.bytes ? $0 : nil }
    }

    public nonisolated func diskUse(of model: SpeechModel) -> Int64 {
        names(of: model).reduce(0) { $0 + (FileSystem.size(of: "\(path)/\($1)") ?? 0) }
    }

    /// Except those that were put away. For a voice, with the configuration.
    private nonisolated func names(of model: SpeechModel) -> [String] {
        FileSystem.names(in: path).filter { Self.isFile($0, of: model) && ModelFileName.former($0) == nil }
    }

    private static func isFile(_ name: String, of model: SpeechModel) -> Bool {
        name == model.fileName || name.hasPrefix(model.fileName + ".")
    }

    // MARK: Fetching

    /// With the other files that the model needs. A file of the wrong size is renamed first (`setAside`).
    public nonisolated func fetch(
        _ model: SpeechModel, allowMetered: Bool
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        .working { events in
            try await self.download(model, allowMetered: allowMetered, events: events)
            events.yield(.done(path: self.target(of: model)))
        }
    }

    public nonisolated func importModel(
        _ model: SpeechModel, from path: String
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        .working { events in
            try self.check(model)
            try await self.importer.importModel(model, from: path, into: self) { fraction in
                events.yield(.verifying(fraction: fraction))
            }
            events.yield(.done(path: self.target(of: model)))
        }
    }

    public nonisolated func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel {
        let (fractions, door) = AsyncStream.makeStream(of: Double.self)
        async let voice = {
            defer { door.finish() }
            return try await importer.importVoice(from: path, into: self) { door.yield($0) }
        }()
        for await fraction in fractions {
            await report(fraction)
        }
        return try await voice
    }

    private func download(
        _ model: SpeechModel, allowMetered: Bool, events: FetchReport.Events.Continuation
    ) async throws {
        try check(model)
        let missing = try missingFiles(of: model)
        guard !missing.isEmpty else {
            return
        }
        if !allowMetered, await network.isMetered() {
            throw ModelError(.metered)
        }
        try FileSystem.makeFolder(path)
        let report = FetchReport(events, missing, clock: clock)
        for file in missing {
            let download = ResumableDownload(
                file, from: address(of: file), to: target(of: file), client: client, clock: clock, report: report)
            try await download.run()
            report.finishFile(bytes: file.bytes)
        }
    }

    /// The model comes last because it is the largest: if another file fails first, little was downloaded in vain.
    private func missingFiles(of model: SpeechModel) throws(ModelError) -> [SpeechModel] {
        var missing: [SpeechModel] = []
        for file in files(of: model).reversed() {
            let size = present(file).flatMap { FileSystem.size(of: $0) }
            if let size, size != file.bytes {
                try setAside(file)
            }
            if size != file.bytes {
                missing.append(file)
            }
        }
        return missing
    }

    private nonisolated func address(of model: SpeechModel) -> String {
        let mirror = preferences.load().mirror
        let home = mirror.isEmpty ? model.home : mirror
        return home.hasSuffix("/") ? home + model.path : "\(home)/\(model.path)"
    }

    private nonisolated func check(_ model: SpeechModel) throws(ModelError) {
        guard catalogue.contains(model) else {
            throw ModelError(.unknownModel, detail: model.name)
        }
    }

    // MARK: Verifying and removing

    public func ensureWhole(_ model: SpeechModel) throws(ModelError) {
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

    public func verify(_ model: SpeechModel) throws(ModelError) {
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

    /// Renames the file to `….corrupt-<number>`, and deletes a file that was renamed earlier.
    public func setAside(_ model: SpeechModel) throws(ModelError) {
        guard FileSystem.size(of: target(of: model)) != nil else {
            throw ModelError(.notPresent)
        }
        defer { forgetOwnVoices() }
        let prefix = model.fileName + ModelFileName.damaged
        let earlier = names(of: model).filter { $0.hasPrefix(prefix) }
        // Numbers above 65535 are ignored, so that the next one cannot overflow.
        let number = Int(earlier.compactMap { UInt16($0.dropFirst(prefix.count)) }.max() ?? 0)
        try FileSystem.move(target(of: model), to: "\(path)/\(prefix)\(number + 1)")
        for name in earlier {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    public func remove(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        for name in names(of: model) {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    // MARK: Models that can be brought back

    // The files of a model that was put away stay in the folder under other names, so that nothing is copied.

    public func putAway(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        try deletePutAway(model)
        var moved: [String] = []
        do throws(ModelError) {
            for name in names(of: model) where ModelFileName.former(name + ModelFileName.putAway) != nil {
                try FileSystem.move("\(path)/\(name)", to: "\(path)/\(name)\(ModelFileName.putAway)")
                moved.append(name)
            }
        } catch {
            for name in moved {
                try FileSystem.move("\(path)/\(name)\(ModelFileName.putAway)", to: "\(path)/\(name)")
            }
            throw error
        }
    }

    public func bringBack(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        let names = putAwayNames(of: model)
        guard !names.isEmpty else {
            throw ModelError(.notPresent, detail: "nothing was put away")
        }
        for name in names {
            let file = "\(path)/\(name)"
            if FileSystem.size(of: file) == nil {
                try FileSystem.move(file + ModelFileName.putAway, to: file)
            } else {
                try FileSystem.remove(file + ModelFileName.putAway)
            }
        }
    }

    public func deletePutAway(_ model: SpeechModel) throws(ModelError) {
        for name in putAwayNames(of: model) {
            try FileSystem.remove("\(path)/\(name)\(ModelFileName.putAway)")
        }
    }

    public func deleteAllPutAway() throws(ModelError) {
        for name in FileSystem.names(in: path) where ModelFileName.former(name) != nil {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    private func putAwayNames(of model: SpeechModel) -> [String] {
        FileSystem.names(in: path).compactMap(ModelFileName.former).filter { Self.isFile($0, of: model) }
    }

    // MARK: Imported voices

    // A voice `X` consists of the network `X-own.onnx` and the configuration `X-own.onnx.json`. Their checksums at the
    // time of the import are beside them (`CheckedStamp`).

    public nonisolated var ownVoices: [SpeechModel] {
        let date = FileSystem.lastChange(of: path)
        return own.withLock { kept in
            if let kept, kept.date == date {
                return kept.voices
            }
            let voices = FileSystem.names(in: path).filter { $0.hasSuffix(SpeechModel.ownEnding) }.sorted().compactMap {
                ownVoice(named: String($0.dropLast(SpeechModel.ownEnding.count)))
            }
            kept = date.map { (date: $0, voices: voices) }
            return voices
        }
    }

    /// Needed after a file was overwritten, because that does not change the folder's modification time.
    nonisolated func forgetOwnVoices() {
        own.withLock { $0 = nil }
    }

    private nonisolated func ownVoice(named name: String) -> SpeechModel? {
        let file = "\(path)/\(name)\(SpeechModel.ownEnding)"
        let configuration = file + ".json"
        guard let json = try? OpenFile(configuration, O_RDONLY), json.count <= PiperConfiguration.mostBytes,
            let bytes = try? json.content(), let settings = PiperConfiguration(json: Data(bytes)),
            let size = FileSystem.size(of: file), let network = CheckedStamp.checksum(of: file),
            let sum = CheckedStamp.checksum(of: configuration)
        else {
            return nil
        }
        return SpeechModel.own(name, settings, size, json.count, (network, sum))
    }
}

extension SpeechModel {
    /// Describes an imported voice; both sizes are in bytes.
    static func own(
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
}
