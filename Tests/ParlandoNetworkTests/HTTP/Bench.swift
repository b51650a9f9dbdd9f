import ParlandoCore
import ParlandoTestSupport

@testable import ParlandoNetwork

/// A server with one file, a folder for it, and a clock that lets nobody wait.
struct Bench {
    let folder: TemporaryFolder
    let server: LoopbackServer
    let clock = ManualClock(advancesItself: true)
    let content: [UInt8]
    let model: SpeechModel

    /// - Parameter count: bytes of the file.
    init(count: Int = 300_001) throws {
        folder = try TemporaryFolder()
        content = Self.noise(count)
        server = try LoopbackServer(ServedFile(content))
        model = Self.model("tiny", content, home: server.address)
    }

    var partName: String { model.fileName + ".part" }

    /// A new store on the same folder, as after a restart.
    func store(metered: Bool = false, folder path: String? = nil, preferences: Preferences = Preferences())
        -> FileModelStore
    {
        FileModelStore(
            catalogue: [model], folder: path ?? folder.path, preferences: MemoryPreferenceStore(preferences),
            network: FakeNetworkStatus(isMetered: metered), clock: clock)
    }

    /// Fetches to the end and gives everything that was told on the way.
    @discardableResult
    func fetch(from store: FileModelStore? = nil) async throws -> [ModelFetchEvent] {
        var events: [ModelFetchEvent] = []
        for try await event in (store ?? self.store()).fetch(model, allowMetered: false) {
            events.append(event)
        }
        return events
    }

    /// Why a fetch fails; nil: it does not.
    func failure(of store: FileModelStore? = nil) async -> ModelError.Kind? {
        do {
            try await fetch(from: store)
            return nil
        } catch {
            return (error as? ModelError)?.kind
        }
    }

    /// Part that lies in the folder as an earlier run left it.
    func leavePart(_ bytes: [UInt8], validator: String? = "\"one\"") throws {
        try folder.write(bytes, to: partName)
        if let validator {
            try folder.write(Array(validator.utf8), to: partName + ".validator")
        }
    }

    /// The field Range of every request so far; empty: the whole file was asked for.
    var ranges: [String] {
        server.requests.map { $0.headers["range"] ?? "" }
    }

    /// A file of the voice activity kind, which needs no other beside it.
    static func model(
        _ name: String, _ content: [UInt8], kind: SpeechModel.Kind = .voiceActivity, home: String
    ) -> SpeechModel {
        let digest = SHA256()
        digest.update(content)
        return SpeechModel(
            name: name, kind: kind, path: name, home: home, bytes: Int64(content.count), sha256: digest.hexadecimal())
    }

    /// Bytes without a pattern, the same each time (xorshift, Marsaglia 2003).
    static func noise(_ count: Int, seed: UInt32 = 2_463_534_242) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state)
        }
    }
}

extension HTTPClient {
    /// How a request fails, nil: it does not.
    func kind(_ request: HTTPRequest) async -> HTTPError.Kind? {
        do throws(HTTPError) {
            let response = try await send(request)
            for try await _ in response.body {}
            return nil
        } catch {
            return error.kind
        }
    }
}

/// Answers each request by a rule that the test states.
struct RuleScript: AnswerScript {
    private let rule: @Sendable (ServerRequest) -> MadeAnswer

    init(_ rule: @escaping @Sendable (ServerRequest) -> MadeAnswer) {
        self.rule = rule
    }

    func answer(to request: ServerRequest) -> MadeAnswer {
        rule(request)
    }
}
