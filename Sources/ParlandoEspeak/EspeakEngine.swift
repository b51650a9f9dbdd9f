import CEspeak
import ParlandoCore
import Synchronization

/// The espeak-ng library. The only file that knows it. Its state is the process's: for one thread, and one caller at a
/// time. Every call computes and may read files.
struct EspeakEngine {
    /// Words a minute at the usual speed (espeak-ng's own default).
    private static let usualRate = 175.0
    /// In the middle of espeak-ng's scale of 0…100.
    private static let usualPitch = 50.0
    /// `pitch_adjust_tab` of espeak-ng's `voices.c` doubles the pitch over half of the scale.
    private static let pitchPerSemitone = 50.0 / 12
    /// espeak-ng ends the process where its data is missing, unless it is told not to.
    private static let neverExit: Int32 = 0x8000

    /// In Hz.
    let rate: Int

    /// Throws `notInstalled`.
    init() throws(SynthesisError) {
        guard Self.knownRate > 0 else {
            throw SynthesisError(.notInstalled, detail: "espeak-ng finds no data")
        }
        rate = Int(Self.knownRate)
    }

    /// Once for the process: a second time would break the voices that were read since.
    private static let knownRate: Int32 = {
        let rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, neverExit)
        espeak_SetSynthCallback(receive)
        return rate
    }()

    /// Whether there is a voice of that name, such as `en-us+f3`. It speaks from now on.
    func choose(_ voice: String) -> Bool {
        espeak_SetVoiceByName(voice) == EE_OK
    }

    /// Speaks with the chosen voice. The samples are of full scale ±1, and fewer when it was cancelled.
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
}

/// Set when nobody wants the sound any more.
final class CancelMark: Sendable {
    let isSet = Atomic<Bool>(false)
}

/// Where the callback puts what it gets, while `espeak_Synth` runs.
private final class Hearing {
    var samples: [Float] = []
    let cancel: CancelMark

    init(_ cancel: CancelMark) {
        self.cancel = cancel
    }
}

private typealias Events = UnsafeMutablePointer<espeak_EVENT>

/// Called by espeak-ng within `espeak_Synth`. Answers 1 to be called no more.
private let receive: @convention(c) (UnsafeMutablePointer<Int16>?, Int32, Events?) -> Int32 = { sound, count, events in
    guard let context = events?.pointee.user_data else {
        return 0
    }
    let hearing = Unmanaged<Hearing>.fromOpaque(context).takeUnretainedValue()
    if let sound {
        hearing.samples += UnsafeBufferPointer(start: sound, count: Int(count)).lazy.map { Float($0) / 32768 }
    }
    return hearing.cancel.isSet.load(ordering: .relaxed) ? 1 : 0
}
