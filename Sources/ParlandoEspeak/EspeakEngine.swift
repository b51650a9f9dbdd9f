import CEspeak
import ParlandoCore

/// Wrapper of espeak-ng. The library's state is global to the process, so only one thread may call it, one call at a
/// time. Calls block: they compute, and may read files.
struct EspeakEngine {
    /// Usual rate in words per minute (espeak-ng's own default).
    private static let usualRate = 175.0
    /// Middle of espeak-ng's scale, 0…100.
    private static let usualPitch = 50.0
    /// `pitch_adjust_tab` in espeak-ng's `voices.c` doubles the pitch over half of the scale.
    private static let pitchPerSemitone = 50.0 / 12
    /// `espeakINITIALIZE_DONT_EXIT`. Without it, espeak-ng exits the process if its data is missing.
    private static let neverExit: Int32 = 0x8000
    /// Makes `espeak_TextToPhonemes` write the International Phonetic Alphabet.
    private static let alphabet: Int32 = 0x02

    /// Sample rate in Hz.
    let rate: Int

    /// Initialises the library. Throws `notInstalled` if its data is missing.
    init() throws(SynthesisError) {
        guard Self.knownRate > 0 else {
            throw SynthesisError(.notInstalled, detail: "espeak-ng finds no data")
        }
        rate = Int(Self.knownRate)
    }

    /// Sample rate in Hz. The library is initialised once per process, because another time would invalidate loaded
    /// voices.
    private static let knownRate: Int32 = {
        let rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, neverExit)
        espeak_SetSynthCallback(receive)
        return rate
    }()

    /// Chooses a voice such as `en-us+f3`. Returns whether it exists.
    func choose(_ voice: String) -> Bool {
        espeak_SetVoiceByName(voice) == EE_OK
    }

    /// Synthesizes a text with the chosen voice, samples −1…1. If cancelled, returns the samples so far.
    func speak(_ text: String, _ manner: SpeakingManner, until cancel: CancelMark) throws(SynthesisError) -> [Float] {
        let pitch = Self.usualPitch + manner.pitch * Self.pitchPerSemitone
        espeak_SetParameter(espeakRATE, Int32((Self.usualRate * manner.rate).rounded()), 0)
        espeak_SetParameter(espeakPITCH, Int32(min(100, max(0, pitch)).rounded()), 0)
        let hearing = Hearing(cancel)
        let flags = UInt32(espeakCHARS_UTF8 | espeakENDPAUSE)
        let code = withExtendedLifetime(hearing) {
            espeak_Synth(
                text, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, Unmanaged.passUnretained(hearing).toOpaque()
            )
        }
        guard code == EE_OK else {
            throw SynthesisError(.failed, detail: "espeak_Synth \(code.rawValue)")
        }
        return hearing.samples
    }

    /// Returns the phonemes of each clause, with the part of the text from which they were made.
    func phonemes(of text: String) -> [(phonemes: String, text: Substring)] {
        var clauses: [(phonemes: String, text: Substring)] = []
        let bytes = Array(text.utf8)
        var done = 0
        (bytes + [0]).withUnsafeBytes { memory in
            var rest = memory.baseAddress
            while let here = rest, done < bytes.count {
                let made = espeak_TextToPhonemes(&rest, Int32(espeakCHARS_UTF8), Self.alphabet)
                // The pointer is NULL after the last clause, and may be past the end of a clause.
                let next = rest.map { min(bytes.count, done + max(0, here.distance(to: $0))) } ?? bytes.count
                let part = String(decoding: bytes[done..<next], as: UTF8.self)
                clauses.append((made.map { String(cString: $0) } ?? "", part[...]))
                guard next > done else {
                    break
                }
                done = next
            }
        }
        return clauses
    }
}

private final class Hearing {
    var samples: [Float] = []
    let cancel: CancelMark

    init(_ cancel: CancelMark) {
        self.cancel = cancel
    }
}

private typealias Events = UnsafeMutablePointer<espeak_EVENT>

/// Called within `espeak_Synth`. Returns 1 to stop the synthesis.
private let receive: @convention(c) (UnsafeMutablePointer<Int16>?, Int32, Events?) -> Int32 = { sound, count, events in
    guard let context = events?.pointee.user_data else {
        return 0
    }
    let hearing = Unmanaged<Hearing>.fromOpaque(context).takeUnretainedValue()
    if let sound {
        hearing.samples += UnsafeBufferPointer(start: sound, count: Int(count)).lazy.map { Float($0) / 32768 }
    }
    return hearing.cancel.isSet ? 1 : 0
}
