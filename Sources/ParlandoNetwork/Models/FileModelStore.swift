public import ParlandoCore

/// Model store in a folder, which downloads models over HTTPS.
public final class FileModelStore: ModelStore {
    public let catalogue: [SpeechModel]

    private let folder: ModelFolder
    private let importer: VoiceImporter
    private let preferences: any PreferenceStore
    private let network: any NetworkStatus
    private let client: HTTPClient
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - catalogue: the known models (`ModelCatalogue.load`).
    ///   - folder: folder for models, created at the first fetch.
    ///   - provided: read-only folder with models installed with the program, or nil if there is none.
    ///   - preferences: supplies the address of the mirror at each fetch.
    ///   - clock: clock for the delays between attempts.
    public init(
        catalogue: [SpeechModel], folder: String, provided: String? = nil, preferences: any PreferenceStore,
        network: any NetworkStatus, client: HTTPClient = HTTPClient(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.catalogue = catalogue
        self.folder = ModelFolder(folder, provided: provided)
        importer = VoiceImporter(into: self.folder)
        self.preferences = preferences
        self.network = network
        self.client = client
        self.clock = clock
    }

    /// Returns the path of a model on disk, or nil if it is missing. A natural voice counts as missing if its
    /// configuration file is missing.
    public func path(of model: SpeechModel) -> String? {
        guard let configuration = model.configuration else {
            return folder.present(model)
        }
        return folder.present(configuration) == nil ? nil : folder.present(model)
    }

    public func diskUse(of model: SpeechModel) -> Int64 {
        folder.diskUse(of: model)
    }

    /// Downloads a model and the other files that it needs, unless they are present, with combined progress. A file of
    /// the wrong size is renamed first (`setAside`). If everything is present, the network is not used.
    public func fetch(
        _ model: SpeechModel, allowMetered: Bool
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        stream { events in
            try await self.download(model, allowMetered: allowMetered, events: events)
            events.yield(.done(path: self.folder.path(of: model)))
        }
    }

    public func importModel(
        _ model: SpeechModel, from path: String
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        stream { [folder, clock] events in
            try self.check(model)
            let report = FetchReport(events, total: model.bytes, clock: clock)
            if let configuration = model.configuration {
                guard FileSystem.size(of: path + ".json") != nil else {
                    throw ModelError(.configurationMissing)
                }
                try await folder.take(configuration, from: path + ".json", report: report)
            }
            try await folder.take(model, from: path, report: report)
            events.yield(.done(path: folder.path(of: model)))
        }
    }

    public var ownVoices: [SpeechModel] {
        folder.ownVoices
    }

    public func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel {
        let (fractions, door) = AsyncStream.makeStream(of: Double.self)
        async let voice = {
            defer { door.finish() }
            return try await importer.importVoice(from: path, catalogue: catalogue) { door.yield($0) }
        }()
        for await fraction in fractions {
            await report(fraction)
        }
        return try await voice
    }

    public func ensureWhole(_ model: SpeechModel) async throws(ModelError) {
        try await folder.ensureWhole(model)
    }

    public func verify(_ model: SpeechModel) async throws(ModelError) {
        try await folder.verify(model)
    }

    public func setAside(_ model: SpeechModel) async throws(ModelError) {
        try await folder.setAside(model)
    }

    public func remove(_ model: SpeechModel) async throws(ModelError) {
        try await folder.remove(model)
    }

    public func putAway(_ model: SpeechModel) async throws(ModelError) {
        try await folder.putAway(model)
    }

    public func bringBack(_ model: SpeechModel) async throws(ModelError) {
        try await folder.bringBack(model)
    }

    public func deletePutAway(_ model: SpeechModel) async throws(ModelError) {
        try await folder.deletePutAway(model)
    }

    public func deleteAllPutAway() async throws(ModelError) {
        try await folder.deleteAllPutAway()
    }

    private func download(_ model: SpeechModel, allowMetered: Bool, events: FetchReport.Events.Continuation)
        async throws
    {
        try check(model)
        let missing = try await missingFiles(of: model)
        guard !missing.isEmpty else {
            return
        }
        if !allowMetered, await network.isMetered() {
            throw ModelError(.metered)
        }
        try await folder.prepare()
        let report = FetchReport(events, total: missing.reduce(0) { $0 + $1.bytes }, clock: clock)
        for file in missing {
            let target = folder.path(of: file)
            let download = ResumableDownload(
                file, from: address(of: file), to: target, client: client, clock: clock, report: report)
            try await download.run()
            report.finishFile(bytes: file.bytes)
        }
    }

    /// Returns the missing files that a model needs. The model itself comes last because it is the largest: if another
    /// file fails first, little was downloaded in vain.
    private func missingFiles(of model: SpeechModel) async throws(ModelError) -> [SpeechModel] {
        var missing: [SpeechModel] = []
        for file in files(of: model).reversed() {
            let size = folder.present(file).flatMap { FileSystem.size(of: $0) }
            if let size, size != file.bytes {
                try await folder.setAside(file)
            }
            if size != file.bytes {
                missing.append(file)
            }
        }
        return missing
    }

    private func address(of model: SpeechModel) -> String {
        let mirror = preferences.load().mirror
        let home = mirror.isEmpty ? model.home : mirror
        return home.hasSuffix("/") ? home + model.path : "\(home)/\(model.path)"
    }

    private func check(_ model: SpeechModel) throws(ModelError) {
        guard catalogue.contains(model) else {
            throw ModelError(.unknownModel, detail: model.name)
        }
    }

    /// Returns a stream of the events that `work` reports. If nobody reads the stream any more, `work` is cancelled.
    private func stream(
        _ work: @escaping @Sendable (FetchReport.Events.Continuation) async throws -> Void
    ) -> FetchReport.Events {
        let (stream, events) = FetchReport.Events.makeStream()
        let task = Task {
            do {
                try await work(events)
                events.finish()
            } catch {
                events.finish(throwing: error)
            }
        }
        events.onTermination = { _ in task.cancel() }
        return stream
    }
}
