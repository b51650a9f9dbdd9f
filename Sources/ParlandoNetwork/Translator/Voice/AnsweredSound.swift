import Foundation
import ParlandoCore

/// Sound as a service answers with it: base64, and what the service says of its form.
struct AnsweredSound {
    /// The longest sound that is decoded, in bytes: ten minutes of 24 kHz, 16 bits.
    static let mostBytes = 32 << 20

    private let bytes: [UInt8]
    private let type: String

    /// - Parameter type: MIME type with its parameters, such as `audio/L16;codec=pcm;rate=24000`; nil: not said.
    init(base64: String, type: String?) throws(SynthesisError) {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw SynthesisError(.badSound, detail: "no base64")
        }
        bytes = Array(data)
        self.type = (type ?? "").lowercased()
    }

    /// The samples. What the bytes themselves say counts for more than what the service says of them.
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

    /// The rate of samples without a header, nil: they have one. RFC 2586 for L16; services send its bytes in the
    /// other order, as WAV has them.
    private var rawRate: Int? {
        guard type.hasPrefix("audio/l16") || type.hasPrefix("audio/pcm") else {
            return nil
        }
        let rate = type.split(separator: ";").compactMap { part -> Int? in
            let pair = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            return pair.count == 2 && pair[0] == "rate" ? Int(pair[1]) : nil
        }
        // Gemini's own rate, where it says none.
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
    /// The type without its parameters, if it is one: for a log.
    fileprivate var asType: String {
        let name = prefix { $0 != ";" }
        return name.count <= 40 && name.allSatisfy { $0.isLetter || $0.isNumber || "/-+.".contains($0) }
            ? String(name) : "?"
    }
}
