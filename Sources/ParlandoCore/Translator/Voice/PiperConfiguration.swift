public import Foundation

/// The JSON file that accompanies a Piper voice. Free of side effects.
public struct PiperConfiguration: Sendable, Equatable {
    /// Sample rate in Hz.
    public let rate: Int
    /// espeak-ng's name of the accent for the phonemes, such as `en-us`.
    public let espeakVoice: String
    /// ISO 639-1 code; empty if unknown.
    public let language: String
    /// ISO 3166 code; empty if unknown.
    public let region: String
    /// English name of the language.
    public let languageName: String
    /// Name of the data set, usually the speaker's; empty if unknown.
    public let speaker: String
    /// Number of speakers that the voice can imitate, at least 1.
    public let speakers: Int

    /// Whether a network with these ends can belong to it. Inputs: the phonemes, their number, three settings and, if
    /// there are several speakers, the speaker.
    public func canSpeak(by ends: (inputs: Int, outputs: Int)?) -> Bool {
        ends.map { $0.inputs >= (speakers > 1 ? 4 : 3) && $0.outputs >= 1 } ?? false
    }

    /// Random variation of the sound (Piper's `noise_scale`), 0…10.
    public let noise: Float
    /// Random variation of durations (Piper's `noise_w`), 0…10.
    public let rhythmNoise: Float
    /// Factor of durations (Piper's `length_scale`), 0.1…10.
    public let length: Float
    /// Number of each phoneme in the input of the network.
    public let phonemes: [Unicode.Scalar: Int]

    /// Maximum size in bytes. Published files have a few kilobytes.
    public static let mostBytes = 1_000_000
    private static let mostSpeakers = 10_000
    private static let mostPhonemes = 1000

    private struct File: Decodable {
        struct Audio: Decodable { let sample_rate: Int }
        struct Espeak: Decodable { let voice: String }
        struct Inference: Decodable { let noise_scale, length_scale, noise_w: Double? }
        struct Language: Decodable { let family, region, code, name_english: String? }

        let audio: Audio
        let espeak: Espeak
        let inference: Inference?
        let phoneme_type: String?
        let phoneme_id_map: [String: [Int]]
        let num_speakers: Int?
        let language: Language?
        let dataset: String?
    }

    /// Nil if the JSON is not a valid configuration, or if the phonemes do not come from espeak-ng.
    public init?(json: Data) {
        guard json.count <= Self.mostBytes, let file = try? OutsideJSON.decode(File.self, from: json),
            file.phoneme_type ?? "espeak" == "espeak", SpokenSound.rates.contains(file.audio.sample_rate),
            Self.isName(file.espeak.voice), (1...Self.mostSpeakers).contains(file.num_speakers ?? 1),
            (1...Self.mostPhonemes).contains(file.phoneme_id_map.count)
        else {
            return nil
        }
        var phonemes: [Unicode.Scalar: Int] = [:]
        for (key, numbers) in file.phoneme_id_map {
            guard key.unicodeScalars.count == 1, let scalar = key.unicodeScalars.first, !Self.isTakenForSpace(scalar),
                let number = numbers.first, (0...Self.mostPhonemes).contains(number)
            else {
                return nil
            }
            phonemes[scalar] = number
        }
        // Every text given to the network begins with `^`, ends with `$`, and is padded with `_`.
        guard ["_", "^", "$"].allSatisfy({ phonemes[$0] != nil }) else {
            return nil
        }
        self.phonemes = phonemes
        rate = file.audio.sample_rate
        espeakVoice = file.espeak.voice
        speakers = file.num_speakers ?? 1
        let tag = (file.language?.code ?? file.espeak.voice).split { $0 == "_" || $0 == "-" }
        language = Self.code(file.language?.family) ?? Self.code(tag.first.map(String.init)) ?? ""
        region = Self.code(file.language?.region) ?? Self.code(tag.dropFirst().first.map(String.init)) ?? ""
        languageName = Self.code(file.language?.name_english) ?? "unknown"
        speaker = Self.code(file.dataset) ?? ""
        noise = Self.factor(file.inference?.noise_scale, usual: 0.667)
        rhythmNoise = Self.factor(file.inference?.noise_w, usual: 0.8)
        length = max(0.1, Self.factor(file.inference?.length_scale, usual: 1))
    }

    /// The phonemes as sherpa-onnx reads them: a phoneme and its number on each line.
    public var tokens: String {
        phonemes.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "\($0.key) \($0.value)\n" }.joined()
    }

    /// The metadata that sherpa-onnx expects in the ONNX file.
    public var metadata: [(key: String, value: String)] {
        [
            ("model_type", "vits"), ("comment", "piper"), ("language", languageName), ("voice", espeakVoice),
            ("has_espeak", "1"), ("n_speakers", String(speakers)), ("sample_rate", String(rate)),
        ]
    }

    /// Returns the first 40 characters without those that could control a terminal; nil if nothing is left.
    private static func code(_ text: String?) -> String? {
        let kept = (text ?? "").prefix(40).filter { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
        return kept.isEmpty ? nil : String(kept)
    }

    private static func isName(_ voice: String) -> Bool {
        (1...40).contains(voice.utf8.count)
            && voice.utf8.allSatisfy { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || (48...57).contains($0) || $0 == 45 }
    }

    /// Returns whether sherpa-onnx would read this character as a space. A second space in the list makes it end the
    /// process.
    private static func isTakenForSpace(_ scalar: Unicode.Scalar) -> Bool {
        (0x09...0x0D).contains(scalar.value)
    }

    private static func factor(_ value: Double?, usual: Float) -> Float {
        let value = value ?? Double(usual)
        return value.isFinite ? Float(min(10, max(0, value))) : usual
    }
}
