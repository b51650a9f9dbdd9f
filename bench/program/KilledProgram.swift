import Foundation
import Glibc
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport

/// Kind of work that a process does until it is killed. For each result that the user would have seen, the process
/// prints a line with the time of the result on the monotonic clock, in seconds.
enum KilledProgram: String, CaseIterable {
    case dictation
    case file
    case translation

    /// Interval between two results, in seconds.
    private static let interval = 0.02

    /// Does the work until the process is killed. All data is stored in `folder`.
    @MainActor func run(in folder: String) async {
        let history = Self.history(in: folder)
        await history.begin()
        switch self {
        case .dictation: await Self.dictate(history)
        case .file: await Self.transcribe(folder, history)
        case .translation: await Self.translate(folder)
        }
    }

    /// Current time of the monotonic clock in seconds. All processes share this clock.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func printTime() {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(now)\n".utf8))
    }

    static func word(_ index: Int) -> Word {
        let start = Double(index) * interval
        return Word(text: "word\(index)", start: start, end: start + interval, probability: 1)
    }

    private static func history(in folder: String) -> HistoryService {
        var preferences = Preferences()
        preferences.history.keepsSound = true
        return HistoryService(
            store: SQLiteHistoryStore(path: folder + "/history.sqlite", clock: SystemClock()),
            sounds: FlacSounds(folder: folder + "/recordings"),
            archive: SQLiteTranslationArchive(path: folder + "/translations.sqlite", clock: SystemClock()),
            preferences: FakePreferenceStore(preferences), player: FakeSoundPlayer(), reader: SoundFileReader(),
            wallClock: SystemClock())
    }

    /// Dictates fifty words a second.
    @MainActor private static func dictate(_ history: HistoryService) async {
        let script = (0..<5000).map { ScriptedRecognizer.Cue(Double($0) * interval, .final([word($0)])) }
        let microphone = FakeMicrophone()
        let dictation = DictationService(
            microphone: microphone, recognizer: ScriptedRecognizer(script: script),
            recorders: [history.dictationRecorder])
        let printer = WordPrinter()
        dictation.delegate = printer
        await dictation.start(DictationOptions(silenceStop: nil))
        let block = [Float](repeating: 0.1, count: AudioBlock.sampleRate / 50)
        while true {
            microphone.play(block)
            try? await Task.sleep(for: .seconds(interval))
            // The service holds its delegate weakly.
            withExtendedLifetime((dictation, printer)) {}
        }
    }

    /// Transcribes a file of a minute, fifty words a second.
    @MainActor private static func transcribe(_ folder: String, _ history: HistoryService) async {
        let path = folder + "/minute.wav"
        let recording = SpeechRecording([Float](repeating: 0.1, count: 60 * AudioBlock.sampleRate))
        _ = FileManager.default.createFile(atPath: path, contents: Data(recording.waveHeader + recording.bytes))
        let files = FileTranscriptionService(
            reader: SoundFileReader(), recognizer: SteadyRecognizer(), speakers: LiveSessions(), history: history,
            preferences: FakePreferenceStore(), catalogue: [], wallClock: SystemClock(),
            clock: SystemMonotonicClock())
        await files.add([path])
        try? await Task.sleep(for: .seconds(60))
        withExtendedLifetime(files) {}
    }

    /// Stores fifty translations a second.
    private static func translate(_ folder: String) async {
        let archive = SQLiteTranslationArchive(path: folder + "/translations.sqlite", clock: SystemClock())
        try? await archive.allow(texts: true, sound: false)
        for number in 0..<5000 {
            let exchange = Exchange(
                source: "Good morning, number \(number).", sourceLanguage: "en", translation: "Buenos días, \(number).",
                targetLanguage: "es", service: .gemini, isWhole: true, date: Date())
            printTime()
            try? await archive.keep(exchange, by: TranslationMaker(.gemini, TranslatorPreferences()))
            try? await Task.sleep(for: .seconds(interval))
        }
    }
}

/// Prints the time of each word that a dictation service reports.
@MainActor private final class WordPrinter: DictationServiceDelegate {
    private var printed = 0

    func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        if case .transcript(let transcript) = event {
            while printed < transcript.wordCount {
                printed += 1
                KilledProgram.printTime()
            }
        }
    }
}

/// Recogniser that writes fifty words a second, whatever it hears, and prints the time of each.
private struct SteadyRecognizer: SpeechRecognizer {
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, output) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        Task {
            for number in 0..<5000 {
                KilledProgram.printTime()
                output.yield(.final([KilledProgram.word(number)]))
                try? await Task.sleep(for: .milliseconds(20))
            }
            output.finish()
        }
        return events
    }
}
