import Foundation
import ParlandoCore

/// Audio in a speech service's response, decoded from base64, with its declared MIME type.
struct AnsweredSound {
    /// Maximum number of decoded bytes: more than ten minutes of 16-bit samples at 24 kHz.
    static let mostBytes = 32 << 20

    private let bytes: [UInt8]
    private let type: String

    /// - Parameter type: MIME type with its parameters, such as `audio/L16;codec=pcm;rate=24000`, or nil if there is
    ///   none.
    init(base64: String, type: String?) throws(SynthesisError) {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw SynthesisError(.badSound, detail: "no base64")
        }
        bytes = Array(data)
        self.type = (type ?? "").lowercased()
    }

    /// Decodes the samples. A header in the bytes takes precedence over the declared format.
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

    /// Sample rate of audio without a header, or nil if the type implies a header. RFC 2586 defines L16 as big-endian,
    /// but the services send little-endian samples as in WAV.
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
    /// The MIME type without parameters if it is valid, else "?"; for the log.
    fileprivate var asType: String {
        let name = prefix { $0 != ";" }
        return name.count <= 40 && name.allSatisfy { $0.isLetter || $0.isNumber || "/-+.".contains($0) }
            ? String(name) : "?"
    }
}
