public import ParlandoCore

/// Routes each session to the recogniser that its options name, which is this computer or a server. It never falls back
/// to another one.
public final class RecognizerSwitch: SpeechRecognizer {
    private let local: any SpeechRecognizer
    private let servers: any ServerRecognizing

    public init(local: any SpeechRecognizer, servers: any ServerRecognizing) {
        self.local = local
        self.servers = servers
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        try await local.load(files, progress: progress)
    }

    public func unload() async {
        await local.unload()
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        switch options.engine {
        case .local:
            local.transcribe(blocks, options: options)
        case .server(let profile, let timeout):
            servers.transcribe(blocks, options: options, on: profile, timeout: .seconds(timeout))
        }
    }
}
