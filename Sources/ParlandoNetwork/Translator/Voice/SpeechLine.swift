import Foundation
import ParlandoCore

/// What a synthesizer needs to reach its service.
struct SpeechLine {
    /// Maximum bytes of a response, as base64.
    static let mostBytes = AnsweredSound.mostBytes / 3 * 4 + (1 << 20)

    let client: HTTPClient
    let keys: ServiceKeys
    let decoder: any SoundDecoder
    /// Shared by all synthesizers.
    let memory: SpeechServiceMemory
    let home: String
    var timeout = Duration.seconds(30)
}

/// The services' models and voices, so that they are not requested before each sentence. Shared by all synthesizers.
actor SpeechServiceMemory {
    let speech: GeminiChoice
    private let clock: any WallClock
    private var voices: [String: DatedList<Voice>] = [:]
    private var geminiVoices: DatedList<GeminiVoice>?
    /// Time of the latest request for Gemini's voices that failed for a temporary reason.
    private var geminiFailure: Date?

    /// Seconds after a failure in which the list is not requested again.
    private static let pause: TimeInterval = 60

    init(clock: any WallClock = RunningClock()) {
        self.clock = clock
        speech = GeminiChoice(.speech, clock: clock)
    }

    /// The built-in list if the service returns none.
    ///
    /// - Parameter list: called if the voices are not known, or a day old.
    func geminiVoices(_ list: @Sendable () async throws -> [GeminiVoice]) async throws -> [GeminiVoice] {
        if let geminiVoices, geminiVoices.isFresh(at: clock.now) {
            return geminiVoices.items
        }
        let there = geminiVoices?.items ?? GeminiVoice.known
        guard !isPausing(at: clock.now) else {
            return there
        }
        do {
            let found = try await list()
            let list = DatedList(items: found.isEmpty ? GeminiVoice.known : found, date: clock.now)
            geminiVoices = list
            return list.items
        } catch let error as CancellationError {
            throw error
        } catch let error as TranslationError where error.isOfAddress {
            // Not every key has access to the address of the list yet.
            geminiVoices = DatedList(items: there, date: clock.now)
            return there
        } catch {
            geminiFailure = clock.now
            return there
        }
    }

    /// Another request would delay the next sentence.
    private func isPausing(at now: Date) -> Bool {
        geminiFailure.map { (0..<Self.pause).contains(now.timeIntervalSince($0)) } ?? false
    }

    func voices(
        for language: String, _ list: @Sendable () async throws(SynthesisError) -> [Voice]
    ) async throws(SynthesisError) -> [Voice] {
        if let known = voices[language], known.isFresh(at: clock.now) {
            return known.items
        }
        let there = DatedList(items: try await list(), date: clock.now)
        voices[language] = there
        return there.items
    }
}

extension TranslationError {
    /// Whether the list does not exist for this key.
    fileprivate var isOfAddress: Bool {
        [.modelGone, .forbidden, .requestRefused, .badAnswer].contains(kind)
    }
}

/// Audio in a response, decoded from base64, with its declared MIME type.
struct AnsweredSound {
    /// More than ten minutes of 16-bit samples at 24 kHz.
    static let mostBytes = 32 << 20

    private let bytes: [UInt8]
    private let type: String

    /// - Parameter type: such as `audio/L16;codec=pcm;rate=24000`; nil if there is none.
    init(base64: String, type: String?) throws(SynthesisError) {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw SynthesisError(.badSound, detail: "no base64")
        }
        bytes = Array(data)
        self.type = (type ?? "").lowercased()
    }

    /// A header in the bytes takes precedence over the declared format.
    func decoded(by decoder: any SoundDecoder) async throws(SynthesisError) -> SpokenSound {
        if !hasContainer, let rate = rawRate {
            return try raw(rate)
        }
        do throws(AudioFileError) {
            return try await decoder.decode(bytes)
        } catch {
            throw SynthesisError(.badSound, detail: "\(error.kind) \(type.asType)")
        }
    }

    private var hasContainer: Bool {
        ["RIFF", "OggS", "fLaC", "ID3"].contains { bytes.starts(with: Array($0.utf8)) }
    }

    /// Nil if the type implies a header. RFC 2586 defines L16 as big-endian, but the services send little-endian
    /// samples as in WAV.
    private var rawRate: Int? {
        guard type.hasPrefix("audio/l16") || type.hasPrefix("audio/pcm") else {
            return nil
        }
        let rate = type.split(separator: ";").compactMap { part -> Int? in
            let pair = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            return pair.count == 2 && pair[0] == "rate" ? Int(pair[1]) : nil
        }
        // Default rate of Gemini.
        return rate.first ?? 24_000
    }

    private func raw(_ rate: Int) throws(SynthesisError) -> SpokenSound {
        guard SpokenSound.rates.contains(rate), bytes.count >= 2 else {
            throw SynthesisError(.badSound, detail: "\(bytes.count) bytes at \(rate) Hz")
        }
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Float(Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8)) / 32768
        }
        return SpokenSound(samples: samples, rate: rate)
    }
}

extension String {
    /// The type without parameters if it is valid, else "?"; for the log.
    fileprivate var asType: String {
        let name = prefix { $0 != ";" }
        return name.count <= 40 && name.allSatisfy { $0.isLetter || $0.isNumber || "/-+.".contains($0) }
            ? String(name) : "?"
    }
}
