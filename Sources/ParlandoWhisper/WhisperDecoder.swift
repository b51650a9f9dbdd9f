import Foundation
import ParlandoCore
import ParlandoRecognition

/// Decodes windows of sound greedily at temperature 0. The encoder processes only the actual sound instead of padding
/// it to 30 s, and final words are fed as a prefix in one call, so a window costs a fraction of `whisper_full`. Not
/// thread-safe, except for the `CancelFlag`.
final class WhisperDecoder: SpeechDecoder {
    let context: WhisperContext
    private var governor: ThreadGovernor
    /// Of the current decoding.
    private(set) var threads: Int32 = 1
    private let isCancelled: CancelFlag
    private let translates: Bool
    /// Nil if the vocabulary is empty.
    let vocabulary: VocabularyMatcher?
    let witness: (any VocabularyWitness)?
    private let clock: any DecodingClock
    /// Whether the comparison with the vocabulary has overwritten the decoder's context, from which readings are
    /// continued.
    var isSearchOverwritten = false
    /// The last search, with its words and the ranges of their tokens; nil if the decoder's context has been
    /// overwritten since.
    private var latest: (search: TokenSearch, words: [(word: DecodedWord, range: Range<Int>)])?

    /// Encoder frames (20 ms each) after the end of the sound. With fewer, the decoder hallucinates (measured with a
    /// prototype).
    private static let margin = 128
    /// The whole context: 30 s.
    private static let fullContext = 1500
    /// Seconds of sound below which a shorter context is used if the language is to be detected.
    private static let languageSeconds = 5.0
    /// Tokens that are scored for each prefix among those that all have in common.
    private static let comparedTokens = 8
    /// For the previous hypothesis in an interim decoding, so that fewer words change. With three times the bias a
    /// tenth fewer change, but one correction in four comes later.
    private static let bonus: Float = 0.5

    /// - Parameter translates: into English, from any language (multilingual models only).
    init(
        context: WhisperContext, threads: Int32, cancel: CancelFlag, translates: Bool = false,
        vocabulary: VocabularyMatcher? = nil, witness: (any VocabularyWitness)? = nil,
        clock: any DecodingClock = RealClock()
    ) {
        self.vocabulary = vocabulary
        self.witness = witness
        self.clock = clock
        self.translates = translates
        self.context = context
        governor = ThreadGovernor(most: threads, cores: Int32(ProcessInfo.processInfo.activeProcessorCount))
        isCancelled = cancel
    }

    func decode(_ request: DecodeRequest) throws -> Hypothesis {
        try timed {
            try encode(request)
            var request = request
            if request.prefixes.count > 1, context.givesAllLogits {
                request.prefixes = [try bestPrefix(of: request)]
            }
            let prefix = request.prefixes.first ?? []
            let known = prefix + request.forced
            var found = try search(request, prefix: known)
            try correct(&found, after: known, request)
            var answer = hypothesis(of: found, prefix: known)
            answer.prefix = prefix
            return answer
        }
    }

    /// Chooses the number of threads, and measures the duration.
    private func timed(_ work: () throws -> Hypothesis) rethrows -> Hypothesis {
        let start = clock.now()
        let modelled = context.modelledSeconds
        threads = governor.threads(running: RunningTasks.count())
        var answer = try work()
        answer.cost = clock.cost(since: start, modelled: context.modelledSeconds - modelled)
        governor.record(wall: answer.cost, processor: clock.now().processor - start.processor, threads: threads)
        return answer
    }

    func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings {
        guard let latest else {
            return WeighedReadings(words.map(\.readings))
        }
        let start = clock.now()
        let modelled = context.modelledSeconds
        // Words of another search, because the window was decoded in parts, keep their readings.
        var rest = latest.words[...]
        let places = words.map { word -> Range<Int>? in
            guard let index = rest.firstIndex(where: { $0.word == word }) else {
                return nil
            }
            rest = rest[(index + 1)...]
            return latest.words[index].range
        }
        let found = zip(words, places).compactMap { word, range in range.map { (range: $0, text: word.text) } }
        var search = ReadingSearch(
            ContextReader(context: context, threads: threads), chosen: latest.search.chosen, base: latest.search.base,
            steps: steps)
        var readings = try search.readings(of: found)[...]
        // The decoder's context has been overwritten.
        self.latest = nil
        try checkCancellation()
        return WeighedReadings(
            zip(words, places).map { word, range in range == nil ? word.readings : readings.popFirst() ?? [] },
            cost: clock.cost(since: start, modelled: context.modelledSeconds - modelled))
    }

    /// The prefix that best fits the encoded sound. The prefixes differ in the number of words left out at the
    /// beginning.
    private func bestPrefix(of request: DecodeRequest) throws -> [Int32] {
        let opening = [context.startToken] + opening(language: request.language)
        let common = request.prefixes.map(\.count).min() ?? 0
        let scores = try request.prefixes.map { prefix in
            // A few words after the first difference are as informative as all of them.
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
        // The language of a short utterance is detected more reliably if little silence follows.
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

    func search(_ request: DecodeRequest, prefix: [Int32] = []) throws -> TokenSearch {
        var search = try beginSearch(request, prefix: prefix)
        try search.run(
            opening: opening(language: request.language ?? search.language?.code), prefix: prefix,
            expected: request.expected)
        return search
    }

    /// Detects the language if necessary, and sets the limits. No text token has been chosen yet.
    func beginSearch(_ request: DecodeRequest, prefix: [Int32]) throws -> TokenSearch {
        isSearchOverwritten = false
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
        // With the short context of an interim decoding, the end of the sound often becomes a loop, and a better
        // decoding follows. A review decodes repetitions to their end.
        search.endsAtRepetition = request.effort == .quick
        return search
    }

    func hypothesis(of search: TokenSearch, prefix: [Int32]) -> Hypothesis {
        let sound = search.countBeforeLoop(after: prefix)
        let kept = search.chosen.prefix(sound ?? search.chosen.count)
        // Repeated tokens always have a high probability.
        let fresh = Repetition.indicesWithoutCopies(of: kept.map(\.token)).map { kept[$0] }
        let sum = fresh.reduce(0) { $0 + $1.logProbability }
        return Hypothesis(
            // In translation the no-speech probability reflects doubt about the translation.
            words: assemble(kept, of: search, continues: !prefix.isEmpty), noSpeech: translates ? 0 : search.noSpeech,
            meanLogProbability: fresh.isEmpty ? 0 : sum / Double(fresh.count), isLooped: sound != nil,
            language: search.language)
    }

    /// Tokens for language and task, after the start token.
    ///
    /// - Parameter language: ISO 639-1 code; English if nil or unknown.
    func opening(language: String?) -> [Int32] {
        guard context.isMultilingual else {
            return [context.noTimestampsToken]
        }
        let language = language.flatMap(context.token(ofLanguage:)) ?? context.token(ofLanguage: "en")
        let task = translates ? context.translateToken : context.transcribeToken
        return [language, task, context.noTimestampsToken].compactMap { $0 }
    }

    /// Also stores the search in `latest`. Doubtful words get the readings that are known without calling the model.
    private func assemble(
        _ chosen: ArraySlice<GreedySearch.Choice>, of search: TokenSearch, continues: Bool
    ) -> [DecodedWord] {
        var assembler = assembler(of: chosen, continues: continues)
        var words = assembler.finish()
        let ranges = zip(words, assembler.starts).map { $1..<($1 + $0.tokens.count) }
        let reader = ReadingSearch(
            ContextReader(context: context, threads: threads), chosen: search.chosen, base: search.base, steps: 0)
        for index in words.indices where words[index].isDoubtful {
            words[index].readings = reader.known(for: ranges[index], words[index].text)
        }
        latest = isSearchOverwritten ? nil : (search, Array(zip(words, ranges)).map { (word: $0, range: $1) })
        return words
    }

    /// - Parameter continues: whether words precede the first token.
    func assemble(_ chosen: ArraySlice<GreedySearch.Choice>, continues: Bool) -> [DecodedWord] {
        var assembler = assembler(of: chosen, continues: continues)
        return assembler.finish()
    }

    private func assembler(of chosen: ArraySlice<GreedySearch.Choice>, continues: Bool) -> WordAssembler {
        var assembler = WordAssembler(continues: continues)
        for choice in chosen {
            assembler.add(
                choice.token, bytes: context.bytes(of: choice.token), probability: exp(choice.logProbability))
        }
        return assembler
    }

    private static func seconds(of request: DecodeRequest) -> Double {
        Double(request.samples.count) / Double(AudioBlock.sampleRate)
    }

    func checkCancellation() throws {
        if isCancelled.isSet {
            throw CancellationError()
        }
    }
}

/// Continues the text that was decoded last.
private struct ContextReader: ReadingModel {
    let context: WhisperContext
    let threads: Int32

    var endOfText: Int32 { context.endOfText }

    func bytes(of token: Int32) -> [UInt8] {
        context.bytes(of: token)
    }

    func next(after token: Int32, at position: Int) throws -> GreedySearch.Choice {
        guard position + 1 < context.textLength else {
            return GreedySearch.Choice(token: context.endOfText, logProbability: 0)
        }
        return try context.decode([token], at: position, threads: threads) { logits in
            GreedySearch.choose(from: logits.last, endOfText: context.endOfText, banned: [], favoured: nil, bonus: 0)
        }
    }
}
