import CSherpaShim
import Glibc
import ParlandoCore
import Synchronization

/// The library sherpa-onnx, opened at the first use.
final class SherpaLibrary: Sendable {
    enum State: Sendable {
        case ready
        /// The program was built without the library.
        case notBuiltIn
        case missing
        case otherVersion
    }

    private static let name = "libsherpa-onnx-c-api.so"
    /// Only one thread may open the library, whose state is global to the process.
    private static let opening = Mutex(())

    private let places: [String]
    private let state = Mutex(State?.none)

    /// - Parameter places: paths at which the library may be, in order of preference. The system's folders are searched
    ///   last.
    init(places: [String]) {
        self.places = places
    }

    /// Opens the library, unless it is open. Blocks while the library is read.
    func open() -> State {
        state.withLock { state in
            if let state {
                return state
            }
            var found = State.missing
            for place in places + [Self.name] where found != .ready {
                let answer = Self.opening.withLock { _ in Self.open(place) }
                // Another version somewhere is reported rather than that the library is missing.
                found = answer == .missing ? found : answer
            }
            state = found
            return found
        }
    }

    private static func open(_ place: String) -> State {
        switch parlando_sherpa_open(place) {
        case PARLANDO_SHERPA_READY: .ready
        case PARLANDO_SHERPA_NOT_BUILT_IN: .notBuiltIn
        case PARLANDO_SHERPA_OTHER_VERSION: .otherVersion
        default: .missing
        }
    }
}

/// A voice loaded by sherpa-onnx. Calls block: they compute. Not thread-safe.
final class SherpaVoice {
    private let voice: OpaquePointer
    private let scalars: Set<Unicode.Scalar>

    /// Sample rate in Hz.
    let rate: Int

    /// Throws `voiceUnloadable` if the library rejects the voice, or if memory is short.
    ///
    /// The file on disk is not changed: the metadata are added to a copy in memory, which is released once it was read.
    init(_ files: VoiceFiles, _ settings: PiperConfiguration, threads: Int) throws(SynthesisError) {
        let tokens = try MemoryFile(Array(settings.tokens.utf8))
        let network = try MemoryFile(network: files.weights, metadata: OnnxMetadata.bytes(settings.metadata))
        guard settings.canSpeak(by: OnnxMetadata.ends(size: network.size, read: network.bytes(from:count:))) else {
            throw SynthesisError(.voiceUnloadable, detail: "not a network of Piper's kind")
        }
        let made = parlando_sherpa_make(
            network.path, tokens.path, settings.noise, settings.rhythmNoise, settings.length, Int32(threads))
        guard let made else {
            throw SynthesisError(.voiceUnloadable, detail: "sherpa-onnx does not read it")
        }
        voice = made
        scalars = Set(settings.phonemes.keys)
        rate = min(SpokenSound.rates.upperBound, max(SpokenSound.rates.lowerBound, Int(parlando_sherpa_rate(made))))
    }

    deinit {
        parlando_sherpa_free(voice)
    }

    /// Unknown phonemes are left out. If cancelled, returns the samples so far.
    ///
    /// - Parameter rate: factor of the normal rate.
    func speak(
        _ phonemes: Private<String>, rate: Double, until cancel: CancelMark
    ) throws(SynthesisError) -> [Float] {
        let known = phonemes.revealed.unicodeScalars.filter { scalars.contains($0) }.map { Int32(bitPattern: $0.value) }
        guard known.contains(where: { $0 != 32 }) else {
            return []
        }
        let hearing = Hearing(cancel)
        let isDone = withExtendedLifetime(hearing) {
            parlando_sherpa_speak(
                voice, known, Int32(clamping: known.count), Float(rate), receive,
                Unmanaged.passUnretained(hearing).toOpaque())
        }
        guard isDone != 0 || cancel.isSet else {
            throw SynthesisError(.failed, detail: "sherpa-onnx makes no sound")
        }
        return hearing.samples
    }
}

private final class Hearing {
    var samples: [Float] = []
    let cancel: CancelMark

    init(_ cancel: CancelMark) {
        self.cancel = cancel
    }
}

/// Called after each sentence. Returns 0 to stop the synthesis.
private let receive: parlando_sherpa_receiver = { samples, count, context in
    guard let context else {
        return 0
    }
    let hearing = Unmanaged<Hearing>.fromOpaque(context).takeUnretainedValue()
    if let samples, count > 0 {
        hearing.samples += UnsafeBufferPointer(start: samples, count: Int(count)).lazy.map { $0.bounded(by: 1) }
    }
    return hearing.cancel.isSet ? 0 : 1
}
