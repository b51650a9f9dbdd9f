import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoSystem

/// Options for recognition on a server.
struct ServerArguments: ParsableArguments {
    struct Access: ParsableArguments {
        @Option(
            name: [.customLong("protocol")],
            help: ArgumentHelp(tr("Protocol of a server given by its address.")))
        var wire: SpeechProtocol?

        @Option(help: ArgumentHelp(tr("With --protocol openai: the model on the server.")))
        var serverModel: String?

        @Flag(
            help: ArgumentHelp(
                tr(
                    "Take the speech server's API key from the keyring, not from the environment variable "
                        + "PARLANDO_SERVER_KEY.")))
        var keyFromKeyring = false

        @Option(help: ArgumentHelp(tr("Seconds to wait for an answer. Default: as chosen in Parlando, or 30.")))
        var timeout: Int?

        func validate() throws {
            if let timeout, !ServerPreferences.timeoutRange.contains(Double(timeout)) {
                throw ValidationError(tr("--timeout must be from 5 to 600 seconds."))
            }
        }
    }

    /// For the help.
    static var choice: String {
        tr(
            "By default, the computer or server chosen in Parlando recognizes the speech. To override this, use "
                + "--server, or --model for a model on this computer.")
    }

    @Option(
        name: .customLong("server"),
        help: ArgumentHelp(
            tr(
                "Name of a server (see 'parlandoctl servers list'), its address, or local for this computer.")))
    var name: String?

    @OptionGroup var access: Access

    func validate() throws {
        let isSet =
            access.wire != nil || access.serverModel != nil || access.keyFromKeyring || access.timeout != nil
        guard name != nil || !isSet else {
            throw ValidationError(
                tr("--protocol, --server-model, --key-from-keyring and --timeout go with --server."))
        }
    }

    func check(model: String?) throws {
        guard name == nil || name == ServerPreferences.thisComputer || model == nil else {
            throw ValidationError(tr("--model is for this computer; with --server there is --server-model."))
        }
    }

    /// Returns nil for this computer. `--server` decides, then a named local model, then what is chosen in Parlando.
    func choose(model: String?, _ parts: Parts) async throws(Failure) -> OpenedServer? {
        let servers = parts.preferences.load().servers
        if let name {
            let isHere = name == ServerPreferences.thisComputer && servers.profile(name) == nil
            return try await isHere ? nil : access.open(name, parts)
        }
        guard model == nil else {
            return nil
        }
        switch servers.engine() {
        case .local:
            return nil
        case .server(let profile, _):
            Output.error(
                "parlandoctl: "
                    + tr(
                        "{name}, chosen in Parlando, recognizes. For this computer: --server local",
                        ["name": profile.name]))
            return try await access.open(profile, parts)
        case nil:
            throw Failure(
                .usage,
                tr(
                    "The server that was chosen in Parlando is not in the list any more. Name another with --server, "
                        + "or this computer with --server local."))
        }
    }
}

/// The protocol of a server that recognizes speech.
struct SpeechProtocol: ExpressibleByArgument {
    let value: ServerProtocol

    static var allValueStrings: [String] {
        ServerProtocol.allCases.filter { $0 != .chat }.map(\.rawValue)
    }

    static var defaultCompletionKind: CompletionKind {
        .list(allValueStrings)
    }

    init?(argument: String) {
        guard let value = ServerProtocol(rawValue: argument), value != .chat else {
            return nil
        }
        self.value = value
    }
}

/// A server that is ready for requests.
struct OpenedServer {
    let profile: ServerProfile
    let server: SpeechServer

    var name: String { profile.name }
}

extension ServerArguments.Access {
    /// - Parameter name: of a server in the list, or an address.
    func open(_ name: String, _ parts: Parts) async throws(Failure) -> OpenedServer {
        let profile = try profile(name, parts.preferences.load().servers)
        guard profile.wire != .chat else {
            throw Failure(.usage, tr("{name} is a language model. It recognizes no speech.", ["name": name]))
        }
        return open(profile, key: try await key(of: profile), parts)
    }

    /// For a server that was chosen in Parlando. The key in the environment is not used, because it may be for another.
    func open(_ profile: ServerProfile, _ parts: Parts) async throws(Failure) -> OpenedServer {
        let key = try await profile.hasKey ? keptKey(of: profile) : nil
        return open(profile, key: key, parts)
    }

    private func open(_ profile: ServerProfile, key: Private<String>?, _ parts: Parts) -> OpenedServer {
        let seconds = timeout ?? parts.preferences.load().servers.timeout
        return OpenedServer(
            profile: profile,
            server: SpeechServer(
                profile, key: key, timeout: .seconds(seconds), formats: ServerFormats(parts.preferences)))
    }

    private func profile(_ name: String, _ servers: ServerPreferences) throws(Failure) -> ServerProfile {
        if let profile = servers.profile(name) {
            guard wire == nil, serverModel == nil else {
                throw Failure(
                    .usage,
                    tr("{name} is in the list: change it with 'parlandoctl servers edit'.", ["name": name]))
            }
            return profile
        }
        guard name.contains("://") else {
            throw Failure(noServer: name)
        }
        guard !keyFromKeyring else {
            throw Failure(.usage, tr("The keyring holds keys of servers that are in the list."))
        }
        let profile = ServerProfile(
            id: "", name: name, address: name, wire: wire?.value ?? .transcribe, model: serverModel ?? "")
        switch profile.problem {
        case .address(.notSecure): throw Failure(ServerError(.insecure), server: name)
        case nil: return profile
        default: throw Failure(ServerError(.invalidAddress), server: name)
        }
    }

    private func key(of profile: ServerProfile) async throws(Failure) -> Private<String>? {
        let given = ProcessInfo.processInfo.environment["PARLANDO_SERVER_KEY"] ?? ""
        if !keyFromKeyring, !given.isEmpty {
            return Private(given)
        }
        return try await keyFromKeyring || profile.hasKey ? keptKey(of: profile) : nil
    }

    private func keptKey(of profile: ServerProfile) async throws(Failure) -> Private<String> {
        guard let origin = Origin(profile.endpoint) else {
            throw Failure(ServerError(.invalidAddress), server: profile.name)
        }
        let key: Private<String>?
        do throws(SecretError) {
            key = try await Keyring().secret(SecretName(.server, owner: profile.id), for: origin)
        } catch {
            guard case .elsewhere(let place) = error.kind else {
                throw Failure(error)
            }
            throw Failure(
                .unavailable,
                tr(
                    "The key of {name} is for {place} only. Give that of {other} with: {command}",
                    [
                        "name": profile.name, "place": place.text, "other": origin.text,
                        "command": "parlandoctl servers edit \(profile.name) --key",
                    ]))
        }
        guard let key else {
            throw Failure(
                .unavailable,
                tr(
                    "The keyring holds no key for {name}. Give it with: {command}",
                    ["name": profile.name, "command": "parlandoctl servers edit \(profile.name) --key"]))
        }
        return key
    }
}

extension SpeechAnswer {
    /// A pause of two seconds begins a paragraph, as in local recognition.
    ///
    /// - Parameter chosen: code of the requested language.
    func document(language chosen: String?) -> TranscriptDocument {
        var transcript = Transcript()
        var end: Double?
        for word in words {
            if let end, word.start - end >= LivePolicy().paragraphPause {
                transcript.apply(.paragraphEnded)
            }
            transcript.apply(.final([word]))
            end = word.end
        }
        return TranscriptDocument(transcript, language: chosen ?? language)
    }
}

extension SpeechRecording {
    /// All that can be read, and the error if that is not all.
    static func read(_ file: AudioFile) async -> (recording: SpeechRecording, failure: AudioFileError?) {
        var recording = SpeechRecording()
        do {
            for try await block in file.blocks {
                recording.append(block.samples)
            }
        } catch {
            return (recording, error as? AudioFileError ?? AudioFileError(.truncated))
        }
        return (recording, nil)
    }
}

extension OpenedServer {
    /// The file is sent once. `failure` is set if not all of it could be read.
    func transcribe(
        _ file: AudioFile, called name: String, _ options: RecognitionOptions
    ) async throws(Failure) -> (document: TranscriptDocument, failure: AudioFileError?) {
        defer { Output.status("") }
        let read = await SpeechRecording.read(file)
        do throws(ServerError) {
            let answer = try await server.recognize(read.recording, options: options, progress: UploadStatus(name))
            return (answer.document(language: options.language), read.failure)
        } catch {
            throw Failure(error, server: self.name)
        }
    }
}

final class UploadStatus: UploadProgress {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    func uploadDidAdvance(to bytes: Int, of total: Int) {
        let places = ["done": Quantities.bytes(Int64(bytes)), "total": Quantities.bytes(Int64(total))]
        let share = tr("{done} of {total}", places)
        Output.status("\(name): " + (bytes < total ? share : tr("{share}, waiting for the text", ["share": share])))
    }
}
