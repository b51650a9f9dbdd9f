/// Removes hallucinated words from hypotheses.
enum HallucinationGuard {
    /// The words without descriptions of sound such as "[MUSIC]"; none if the decoder's confidence is too low. It is
    /// not checked if the decoding began with known words (`hasPrefix`).
    ///
    /// With these thresholds, a prototype produced no word on 342 s of noise, music and silence.
    static func filter(_ hypothesis: Hypothesis, hasPrefix: Bool) -> [DecodedWord] {
        let logProbability = hypothesis.meanLogProbability
        let isDoubtful =
            logProbability < -1.6
            || (hypothesis.noSpeech > 0.8 && logProbability < -0.8)
            || (hypothesis.noSpeech > 0.5 && logProbability < -1.1)
        if isDoubtful, !hasPrefix {
            return []
        }
        return withoutAnnotations(hypothesis.words)
    }

    /// Removes descriptions of sound, such as "[MUSIC]", "(upbeat music)" and "*sighs*", and musical notes (♪) with the
    /// humming between them. Keeps spoken words in brackets, and sung words.
    static func withoutAnnotations(_ words: [DecodedWord]) -> [DecodedWord] {
        var result: [DecodedWord] = []
        var rest = words[...]
        while let first = rest.first {
            let mark = mark(beginning: rest)
            if mark == 0 {
                result.append(first)
            }
            rest = rest.dropFirst(max(1, mark))
        }
        return result.contains { !$0.essence.isEmpty } ? result : []
    }

    /// The number of words at the beginning that describe sound.
    private static func mark(beginning words: ArraySlice<DecodedWord>) -> Int {
        guard let opening = words.first?.text.first else {
            return 0
        }
        let closing = opening == "♪" ? opening : SoundMark.brackets[opening]
        guard let closing else {
            return 0
        }
        let end = words.indices.first { index in
            let text = index == words.startIndex ? words[index].text.dropFirst() : words[index].text[...]
            return text.suffix(2).contains(closing)
        }
        let text = words[...(end ?? words.endIndex - 1)].reduce("") { $0 + ($1.isGlued ? "" : " ") + $1.text }
        let isMark =
            if opening == "♪" {
                SoundMark.isHumming(text)
            } else {
                end == nil ? SoundMark.mayDescribeSound(text) : SoundMark.describesSound(text, in: opening)
            }
        guard isMark else {
            // Only the note itself is removed, because the words after it may be sung.
            return words.first?.essence.isEmpty == true && opening == "♪" ? 1 : 0
        }
        return (end ?? words.endIndex - 1) - words.startIndex + 1
    }
}

/// Distinguishes descriptions of sound ("[MUSIC PLAYING]", "(upbeat music)", "*sighs*") from spoken words in brackets
/// ("(555) 123-4567", "(as I noted)"). A description is a known phrase or contains a known word for a sound. "(speaking
/// in foreign language)" is none, because it stands for speech.
public enum SoundMark {
    /// Each opening bracket with its closing bracket.
    public static let brackets: [Character: Character] = ["[": "]", "(": ")", "*": "*", "【": "】", "（": "）", "［": "］"]

    /// Anything longer is a sentence.
    private static let mostWords = 5

    /// Whether a text in brackets describes sound, such as "upbeat music".
    ///
    /// - Parameter opening: the opening bracket. Round brackets are common in ordinary writing, so a text in them must
    ///   consist of known words; in others, unknown words are allowed next to a word for a sound.
    public static func describesSound(_ text: some StringProtocol, in opening: Character) -> Bool {
        let words = words(of: text)
        guard !words.isEmpty, words.count <= mostWords else {
            return false
        }
        if phrases.contains(words.joined(separator: " ")) {
            return true
        }
        guard words.contains(where: sounds.contains) else {
            return false
        }
        if words.allSatisfy({ sounds.contains($0) || companions.contains($0) }) {
            return true
        }
        let isRound = opening == "(" || opening == "（"
        return !isRound && !words.contains(where: ofSentences.contains)
    }

    /// Whether a text whose closing bracket is missing may become a description of sound.
    static func mayDescribeSound(_ beginning: some StringProtocol) -> Bool {
        let words = words(of: beginning)
        return words.count <= mostWords
            && words.allSatisfy { sounds.contains($0) || companions.contains($0) || phraseWords.contains($0) }
    }

    /// Whether a text between two notes (♪) is humming without words.
    public static func isHumming(_ text: some StringProtocol) -> Bool {
        words(of: text).allSatisfy(hums.contains)
    }

    private static func words(of text: some StringProtocol) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map { String($0) }
    }

    private static func list(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map { String($0) })
    }

    /// Words for sounds in the translator's languages, as in the subtitles that Whisper was trained on.
    private static let sounds = list(
        """
        music musical applause applauding clapping claps laughter laughing laughs laugh chuckles chuckling giggles \
        giggling cheering cheers coughs coughing sneezes sneezing sighs sighing sigh gasps gasping sniffs sniffles \
        sniffling sobbing sobs crying screaming screams groans groaning grunts moans yawns yawning snoring snores \
        humming hums whistling whistles singing sings beep beeps beeping buzzing ringing inaudible unintelligible \
        indistinct crosstalk chatter chattering silence breathing exhales inhales footsteps knocking barking noise \
        blowing revving dings dinging splashing clicking clacking chirping rumbling roaring whooshing whirring \
        thudding creaking creaks rustling crackling popping honking squeaking hissing meowing growling howling \
        música musica aplausos aplauso risas risa silencio ruido suspiro suspira tos \
        musique applaudissements rires rire bruit soupir soupire toux \
        musik applaus beifall gelächter lachen lacht stille geräusch geräusche husten hustet seufzt seufzen \
        unverständlich applausi risate risata silenzio rumore rumori risos riso silêncio ruído inaudível \
        музыка аплодисменты смех смеется смеётся смеются тишина шум вздох вздыхает кашель кашляет неразборчиво \
        muziek gelach stilte geluid applåder skratt tystnad muzyka oklaski śmiech cisza szum niezrozumiałe \
        音楽 拍手 笑 笑い 笑い声 沈黙 無音 音乐 音樂 掌声 掌聲 笑声 笑聲 静音 靜音 \
        음악 박수 웃음 침묵 موسيقى تصفيق ضحك صمت संगीत तालियाँ हँसी
        """)

    /// Words that stand next to a word for a sound.
    private static let companions = list(
        """
        playing plays upbeat soft gentle dramatic tense eerie ominous suspenseful cheerful happy sad light loud quiet \
        slow fast dark heavy background electronic classical piano guitar rock jazz orchestral ambient acoustic techno \
        theme intro outro instrumental continues stops starts begins ends fades audience crowd man woman men women \
        people child children baby dog dogs cat bird birds phone telephone and white static deeply softly loudly \
        wind engine bell bells water keyboard thunder fire car train horn siren alarm clock rain crickets waves leaves \
        string strings drum drums guitars violin flute choir folk country pop metal march blues funk somber solemn calm \
        relaxing mysterious romantic inspiring uplifting energetic lively playful whimsical melancholy melancholic haunting
        """)

    private static let phrases: Set<String> = [
        "blank audio", "no audio", "no speech", "no sound", "end of audio", "end playback", "door closes", "door opens",
        "door slams", "gun shots", "gunshots", "phone rings", "bell rings",
    ]
    /// Words that occur in sentences but not in sound descriptions.
    private static let ofSentences = list(
        """
        i you he she it we they is are was were be been am do does did has have had my your his her our their its the a \
        an this that these those of to in on at for with by from or but no not so as like love hate hear heard
        """)

    private static let phraseWords = Set(phrases.flatMap { list($0) })

    private static let hums = list("la na da do di dum doo dee hm hmm mm mmm ooh oh ah aah uh lala lalala ля на ла")
}
