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
    private let clock: any DecodingClock

    /// Encoder frames after the end of the sound: with fewer the decoder babbles (design facts, speech, section 2).
    private static let margin = 128
    /// The whole context of the model: 30 s.
    private static let fullContext = 1500
    /// A language that is not known after so many seconds of sound is not told sooner by a shorter context.
    private static let languageSeconds = 5.0
    /// Tokens behind the first words by which prefixes are compared.
    private static let comparedTokens = 8
    /// Logits that the previous hypothesis has in advance in a quick answer: fewer changed words. With three times as
    /// much a tenth fewer change, and one correction in four comes later.
    private static let bonus: Float = 0.5

    /// - Parameter translates: the words are English, whatever is spoken (multilingual models only).
    init(
        context: WhisperContext, threads: Int32, cancel: CancelFlag, translates: Bool = false,
        clock: any DecodingClock = RealClock()
    ) {
        self.clock = clock
        self.translates = translates
        self.context = context
        governor = ThreadGovernor(most: threads, cores: Int32(ProcessInfo.processInfo.activeProcessorCount))
        isCancelled = cancel
    }

    func decode(_ request: DecodeRequest) throws -> Hypothesis {
        let whole = try decodeOnce(request)
        guard request.effort == .full else {
            return whole
        }
        return try SecondHearing(decodeOnce: decodeOnce).checked(whole, of: request)
    }

    private func decodeOnce(_ request: DecodeRequest) throws -> Hypothesis {
        try timed {
            try encode(request)
            var request = request
            if request.prefixes.count > 1, context.givesAllLogits {
                request.prefixes = [try bestPrefix(of: request)]
            }
            let prefix = request.prefixes.first ?? []
            var answer = hypothesis(
                of: try search(request, prefix: prefix + request.forced), prefix: prefix + request.forced)
            answer.prefix = prefix
            return answer
        }
    }

    /// Tells how long a decoding took, as its answer's cost, and chooses the threads for it by that.
    private func timed(_ work: () throws -> Hypothesis) rethrows -> Hypothesis {
        let start = clock.now()
        let modelled = context.modelledSeconds
        threads = governor.threads(running: RunningTasks.count())
        var answer = try work()
        answer.cost = clock.cost(since: start, modelled: context.modelledSeconds - modelled)
        governor.record(wall: answer.cost, processor: clock.now().processor - start.processor, threads: threads)
        return answer
    }

    /// The prefix that goes best with the encoded sound: they differ in how many words they leave out at the beginning.
    private func bestPrefix(of request: DecodeRequest) throws -> [Int32] {
        let opening = [context.startToken] + opening(language: request.language)
        let common = request.prefixes.map(\.count).min() ?? 0
        let scores = try request.prefixes.map { prefix in
            // A few words behind the first that differ tell as much as all of them.
            let tokens = Array(prefix.prefix(prefix.count - common + min(common, Self.comparedTokens)))
            return try context.decode(opening + tokens, at: 0, threads: threads) { logits in
                tokens.indices.reduce(0.0) {
                    $0 + GreedySearch.logProbability(of: tokens[$1], in: logits.after(opening.count - 1 + $1))
                }
            }
        }
        let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
        return request.prefixes[best]
    }

    func encode(_ request: DecodeRequest) throws {
        let seconds = Self.seconds(of: request)
        let frames = Int((seconds * 50).rounded(.up))
        // The language of a short utterance is told with more certainty where little silence follows it.
        let tellsLanguage = context.isMultilingual && request.language == nil && seconds < Self.languageSeconds
        let length =
            switch request.effort {
            case .quick: frames + Self.margin
            case .full where tellsLanguage: frames + 2 * Self.margin
            case .full: Self.fullContext
            }
        try context.encode(
            request.samples, contextLength: min(Self.fullContext, (length + 7) / 8 * 8), threads: threads)
        try checkCancellation()
    }

    func search(_ request: DecodeRequest, prefix: [Int32] = [], forced: Int = 0) throws -> TokenSearch {
        var search = TokenSearch(context: context, threads: threads, isCancelled: isCancelled)
        if !context.givesAllLogits || context.isMultilingual {
            try search.begin()
        }
        let opening = opening(language: request.language ?? search.language?.code)
        search.limit = TokenLimit.newTokens(
            seconds: Self.seconds(of: request), prefix: prefix.count,
            opening: opening.count + prefix.count, room: context.textLength,
            isMultilingual: context.isMultilingual, isPatient: request.effort == .full)
        search.bonus = request.effort == .quick ? Self.bonus : 0
        search.forced = forced
        // Under the short context of a quick look the end of the sound often becomes a loop, and a better look follows.
        // The last look lets whoever repeats come to the end.
        search.endsAtRepetition = request.effort == .quick
        try search.run(opening: opening, prefix: prefix, expected: request.expected)
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
