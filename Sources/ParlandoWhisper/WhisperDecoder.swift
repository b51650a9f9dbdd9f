import Foundation
import ParlandoCore
import Synchronization

/// Decodes windows of sound greedily, at temperature 0, through whisper.cpp's low-level calls.
///
/// The encoder looks only at the sound there is, not at 30 s of padding; what is settled is fed as a prefix in one
/// call; so a window costs a fraction of `whisper_full`. Not safe for concurrent use, except for `cancel()`.
final class WhisperDecoder: SpeechDecoder {
    private let context: WhisperContext
    private var governor: ThreadGovernor
    /// Threads of the decoding that is under way.
    private var threads: Int32 = 1
    private let isCancelled: CancelFlag
    private let translates: Bool

    /// Encoder frames after the end of the sound: with fewer the decoder babbles (design facts, speech, section 2).
    private static let margin = 128
    /// The same where the answer is final: 1 point fewer word errors.
    private static let carefulMargin = 256
    /// The whole context of the model: 30 s. A window is weighed a second time under it; under 24 s two runs had
    /// 96 and 92 errors in 1,668 words, under 30 s 86 and 90.
    private static let fullContext = 1500
    /// Logits that the previous hypothesis has in advance in a quick answer: fewer changed words. With three times as
    /// much a tenth fewer change, and one correction in four comes later.
    private static let bonus: Float = 0.5

    /// - Parameter translates: the words are English, whatever is spoken (multilingual models only).
    init(context: WhisperContext, threads: Int32, cancel: CancelFlag, translates: Bool = false) {
        self.translates = translates
        self.context = context
        governor = ThreadGovernor(most: threads, cores: Int32(ProcessInfo.processInfo.activeProcessorCount))
        isCancelled = cancel
    }

    var endOfText: Int32 {
        context.endOfText
    }

    func decode(_ request: DecodeRequest) throws -> Hypothesis {
        try finish(deliberate(request))
    }

    /// Does all the work at once.
    private func finish(_ work: any Deliberation) throws -> Hypothesis {
        var deliberation = work
        var cost = 0.0
        while true {
            var (answer, isFinal) = try deliberation.advance()
            cost += answer.cost
            if isFinal {
                answer.cost = cost
                return answer
            }
        }
    }

    func deliberate(_ request: DecodeRequest) -> any Deliberation {
        let once = deliberateOnce(request)
        guard request.effort == .full, request.prefix.isEmpty else {
            return once
        }
        return SecondHearing(of: request, first: once) { try self.finish(self.deliberateOnce($0)) }
    }

    private func deliberateOnce(_ request: DecodeRequest) -> WhisperDeliberation {
        let frames = Int((Self.seconds(of: request) * 50).rounded(.up))
        let careful = frames + Self.carefulMargin
        let lengths =
            switch request.effort {
            case .quick: [frames + Self.margin]
            case .careful: [careful]
            case .thorough: [careful, Self.fullContext]
            // A translation is less certain than what was said, word for word.
            case .full where translates: [careful, Self.fullContext]
            case .full: [Self.fullContext]
            }
        return WhisperDeliberation(decoder: self, request: request, contextLengths: lengths)
    }

    /// Tells how long a piece of work took, as its answer's cost, and chooses the threads for it by that.
    func timed(
        _ work: () throws -> (answer: Hypothesis, isFinal: Bool)
    ) rethrows -> (answer: Hypothesis, isFinal: Bool) {
        let wall = Self.now(CLOCK_MONOTONIC)
        let processor = Self.now(CLOCK_PROCESS_CPUTIME_ID)
        threads = governor.threads(running: RunningTasks.count())
        var result = try work()
        result.answer.cost = Self.now(CLOCK_MONOTONIC) - wall
        governor.record(
            wall: result.answer.cost, processor: Self.now(CLOCK_PROCESS_CPUTIME_ID) - processor, threads: threads)
        return result
    }

    func encode(_ request: DecodeRequest, contextLength: Int) throws {
        let length = min(Self.fullContext, (contextLength + 7) / 8 * 8)
        try context.encode(request.samples, contextLength: length, threads: threads)
        try checkCancellation()
    }

    func search(_ request: DecodeRequest, expected: [Int32], forced: Int = 0) throws -> TokenSearch {
        var search = TokenSearch(context: context, threads: threads, isCancelled: isCancelled)
        if !context.givesAllLogits || context.isMultilingual {
            try search.begin()
        }
        let opening = opening(language: request.language ?? search.language?.code)
        search.limit = TokenLimit.newTokens(
            seconds: Self.seconds(of: request), prefix: request.prefix.count,
            opening: opening.count + request.prefix.count, room: context.textLength,
            isMultilingual: context.isMultilingual, isPatient: request.effort == .full)
        search.bonus = request.effort == .quick ? Self.bonus : 0
        search.forced = forced
        // Under the short context of a quick look the end of the sound often becomes a loop, and a better look follows.
        // The last look lets whoever repeats come to the end.
        search.endsAtRepetition = request.effort == .quick
        try search.run(opening: opening, prefix: request.prefix, expected: expected)
        return search
    }

    func hypothesis(of search: TokenSearch, prefix: [Int32]) -> Hypothesis {
        let sound = search.countBeforeLoop(after: prefix)
        let kept = search.chosen.prefix(sound ?? search.chosen.count)
        // What was said before is always probable: that it is said again tells nothing of whether it was said at all.
        let fresh = Repetition.indicesWithoutCopies(of: kept.map(\.token)).map { kept[$0] }
        let sum = fresh.reduce(0) { $0 + $1.logProbability }
        return Hypothesis(
            // The model doubts that it hears speech where it doubts its translation.
            words: assemble(kept, continues: !prefix.isEmpty), noSpeech: translates ? 0 : search.noSpeech,
            meanLogProbability: fresh.isEmpty ? 0 : sum / Double(fresh.count), isLooped: sound != nil,
            language: search.language)
    }

    /// The tokens after the start token that say what is wanted.
    private func opening(language: String?) -> [Int32] {
        guard context.isMultilingual else {
            return [context.noTimestampsToken]
        }
        let language = language.flatMap(context.token(ofLanguage:)) ?? context.token(ofLanguage: "en")
        let task = translates ? context.translateToken : context.transcribeToken
        return [language, task, context.noTimestampsToken].compactMap { $0 }
    }

    private func assemble(_ chosen: ArraySlice<GreedySearch.Choice>, continues: Bool) -> [DecodedWord] {
        var assembler = WordAssembler(continues: continues)
        for choice in chosen {
            assembler.add(
                choice.token, bytes: context.bytes(of: choice.token), probability: exp(choice.logProbability))
        }
        return assembler.finish()
    }

    private static func seconds(of request: DecodeRequest) -> Double {
        Double(request.samples.count) / Double(AudioBlock.sampleRate)
    }

    private func checkCancellation() throws {
        if isCancelled.isSet {
            throw CancellationError()
        }
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Tells a running computation to stop. Safe from any thread.
final class CancelFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool {
        flag.load(ordering: .relaxed)
    }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
