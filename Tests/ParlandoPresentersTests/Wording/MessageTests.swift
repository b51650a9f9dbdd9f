import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Every failure there is has a sentence of its own.
@Suite struct MessageTests {
    @Test func audioErrorsAreAllDifferentSentences() {
        let taken = MicrophoneUser.allCases.map { AudioError.Kind.taken(by: $0) }
        let kinds: [AudioError.Kind] = [.noDevice, .busy, .denied, .lost, .unsupported, .failed] + taken
        check(kinds.map { AudioError($0, detail: "secret").message.text })
    }

    @Test func everyFailureOfAMicrophoneOffersAWayOn() {
        let taken = MicrophoneUser.allCases.map { AudioError.Kind.taken(by: $0) }
        for kind in [.busy, .denied, .failed] + taken {
            #expect(AudioError(kind).message.action == .tryAgain)
        }
        for kind: AudioError.Kind in [.noDevice, .lost, .unsupported] {
            #expect(AudioError(kind).message.action == .chooseMicrophone)
        }
    }

    @Test func fileErrorsAreAllDifferentSentences() {
        let kinds: [AudioFileError.Kind] = [
            .missing, .denied, .isFolder, .notAudio, .isDocument, .noAudioTrack, .trackMissing, .unfinished, .encrypted,
            .empty, .truncated,
        ]
        check(kinds.map { AudioFileError($0, detail: "secret").message.text })
    }

    @Test func recognitionErrorsAreAllDifferentSentences() {
        let kinds: [RecognitionError.Kind] = [.modelMissing, .modelCorrupt, .outOfMemory, .engineFailed]
        check(kinds.map { RecognitionError($0, detail: "secret").message.text })
    }

    @Test func modelErrorsAreAllDifferentSentences() {
        let kinds: [ModelError.Kind] = [
            .unknownModel, .notPresent, .offline, .metered, .refused(status: 404), .refused(status: 429), .badAnswer,
            .signIn, .wrongChecksum, .notThisModel, .diskFull, .notWritable, .failed,
        ]
        check(kinds.map { ModelError($0, detail: "secret").message.text })
    }

    @Test func savingErrorsAreAllDifferentSentences() {
        let kinds: [TextSaveError.Kind] = [.diskFull, .denied, .folderMissing, .isFolder, .failed]
        check(kinds.map { TextSaveError($0, detail: "secret").message.text })
    }

    @Test func keyringErrorsAreAllDifferentSentences() {
        let kinds: [SecretError.Kind] = [.locked, .absent, .denied, .failed]
        check(kinds.map { SecretError($0, detail: "secret").message.text })
    }

    @Test func serverErrorsAreAllDifferentSentences() throws {
        let kinds: [ServerError.Kind] = [
            .invalidAddress, .insecure, .unreachable, .untrusted, .timedOut, .interrupted, .unauthorized,
            .tooLarge, .busy, .redirected, .refused(status: 404), .refused(status: 500, reason: Private("no")),
            .complained(Private("no")), .notUnderstood, .endless,
            .keyring(.locked), .keyring(.elsewhere(try Self.place)), .cancelled, .failed,
        ]
        check(kinds.map { ServerError($0, detail: "secret").message.text })
        #expect(RecognitionError(.server(.busy)).message == ServerError(.busy).message)
    }

    private static var place: Origin {
        get throws { try #require(Origin("https://stt.example")) }
    }

    @Test func whatIsWrongWithTheListOfAuthoritiesNamesItsFileAndAWayOn() {
        for reason in AuthorityFault.Reason.allCases {
            let fault = AuthorityFault("/usr/share/parlando/google-authorities.pem", reason)
            let message = TranslationError(.authorities(fault)).message
            #expect(message.text.contains("/usr/share/parlando/google-authorities.pem"))
            #expect(message.text.contains("turn off “Verify Google's Certificate” in Preferences"))
            #expect(message.action?.kind == .openPreferences)
            #expect(message == SynthesisError(.authorities(fault)).message)
        }
    }

    @Test func aKeyOfAnotherPlaceNamesItAndLeadsToWhereAKeyIsEntered() throws {
        let kind = SecretError.Kind.elsewhere(try Self.place)
        for message in [TranslationError(.keyring(kind)).message, SynthesisError(.keyring(kind)).message] {
            #expect(message.text.contains("https://stt.example"))
            #expect(message.action?.kind == .openPreferences)
        }
        #expect(ServerError(.keyring(kind)).message.action?.kind == .editServer)
    }

    @Test func translationErrorsAreAllDifferentSentences() throws {
        let kinds: [TranslationError.Kind] = [
            .keyMissing, .keyring(.locked), .keyring(.absent), .keyring(.denied), .keyring(.failed),
            .keyRefused, .forbidden, .regionRefused, .modelGone, .rateLimited(allowed: 5),
            .textLimited, .quotaExhausted, .serverFailed, .requestRefused, .pairRefused, .empty, .cut, .badAnswer,
            .notAService,
            .offline, .interrupted, .timedOut, .untrusted, .addressRefused, .tooLong, .nothingToTranslate, .queueFull,
            .failed, .keyring(.elsewhere(try Self.place)),
        ]
        let faults = AuthorityFault.Reason.allCases.map { TranslationError.Kind.authorities(AuthorityFault("/x", $0)) }
        let blocks = TranslationBlock.allCases.map { TranslationError.Kind.blocked($0) }
        let keys = KeyRestriction.allCases.map { TranslationError.Kind.keyRestricted($0) }
        check((kinds + faults + blocks + keys).map { TranslationError($0, detail: "secret").message.text })
    }

    @Test(arguments: [
        (61.0, "2 minutes"), (3600, "1 hour"), (3601, "2 hours"), (86_400, "24 hours"), (1e12, "277778 hours"),
    ])
    func aServiceThatWantsToRestForLongHasItsTimeNamed(seconds: Double, time: String) {
        for kind in [TranslationError.Kind.rateLimited(allowed: 5), .textLimited] {
            let message = TranslationError(kind, retryAfter: .seconds(seconds)).message.text
            #expect(message.contains(" \(time)."))
        }
        #expect(SynthesisError(.rateLimited, retryAfter: .seconds(seconds)).message.text.contains(" \(time)."))
        let short = TranslationError(.rateLimited(allowed: nil), retryAfter: .seconds(60)).message
        #expect(short == TranslationError(.rateLimited(allowed: nil)).message)
    }

    @Test func whatIsWrongWithAKeySaysWhereToMendIt() {
        for restriction in KeyRestriction.allCases {
            let error = TranslationError(.keyRestricted(restriction)).message
            #expect(error.text.contains("Google Cloud console"))
            #expect(error == SynthesisError(.keyRestricted(restriction)).message)
        }
    }

    @Test func voiceErrorsAreAllDifferentSentences() throws {
        let kinds: [SynthesisError.Kind] = [
            .keyMissing, .keyring(.locked), .keyring(.absent), .keyring(.denied), .keyring(.failed), .keyRefused,
            .forbidden, .modelGone, .rateLimited, .quotaExhausted, .serverFailed, .blocked,
            .languageRefused, .scriptRefused, .voiceGone, .badSound, .badAnswer, .offline, .interrupted, .timedOut,
            .untrusted, .tooLong, .nothingToSay, .notInstalled, .failed, .notAgreed,
            .authorities(AuthorityFault("/x", .missing)), .keyring(.elsewhere(try Self.place)),
        ]
        check(kinds.map { SynthesisError($0, detail: "secret").message.text })
    }

    @Test func archiveErrorsAreAllDifferentSentences() {
        let kinds: [ArchiveError.Kind] = [.diskFull, .notWritable, .damaged, .failed]
        check(kinds.map { ArchiveError($0, detail: "secret").message.text })
    }

    @Test func everyFailureOfTheTranslatorHasASentenceAndAWayOn() {
        let failures: [TranslatorFailure] = [
            .dictation(.audio(AudioError(.noDevice))), .nothingHeard, .consentMissing(.gemini),
            .consentMissing(.libreTranslate), .modelMissing, .translation(TranslationError(.offline)),
            .synthesis(SynthesisError(.offline)), .playback(AudioError(.noDevice, of: .loudspeaker)),
            .saving(TextSaveError(.folderMissing)), .saving(TextSaveError(.denied)), .saving(TextSaveError(.diskFull)),
        ]
        check(failures.map(\.message.text))
        for failure in failures {
            if case .saving = failure {
                continue
            }
            #expect(failure.message.action != nil)
        }
    }

    @Test func noticesOfTheTranslatorAreAllDifferentSentences() {
        let notices: [TranslatorNotice] = [
            .waiting(.seconds(2), after: nil), .waiting(.seconds(2), after: TranslationError(.offline)),
            .waitingForNetwork, .translatedOffline, .simplifiedText, .unspoken(language: "hi"),
            .unreadable(language: "ja"),
            .otherVoice(.local, nil, failure: SynthesisError(.offline, detail: "secret")),
            .notKept(UUID(), ArchiveError(.diskFull)), .noSound,
        ]
        check(notices.map(\.message.text))
    }

    private func check(_ sentences: [String]) {
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") })
        #expect(sentences.allSatisfy { !$0.contains("secret") && !$0.contains("{") })
    }
}

@Suite struct PatternWordingTests {
    @Test func everyPatternOfTheProgramHasANameOfItsOwn() throws {
        let path = ProjectFolder.root.appending(path: "data/patterns.json")
        let library = try PatternLibrary(json: Data(contentsOf: path))
        let names = library.patterns.map { PatternWording.name(of: $0.id) }
        #expect(Set(names).count == names.count)
        #expect(zip(names, library.patterns).allSatisfy { $0 != $1.id })
        #expect(PatternWording.name(of: "my-own") == "my-own")
    }

    @Test func everyFaultIsASentenceThatSaysWhere() {
        let kinds: [PatternError.Kind] = [
            .unreadable, .notJSON(line: nil), .notJSON(line: 3), .missingKey("id"), .unknownKey("id"),
            .wrongType(key: "id"), .wrongType(key: ""), .noPatterns, .badID, .repeatedID, .badDifficulty, .noNotes,
            .unknownValue("minim"), .uncountableLength, .brokenBeats, .tooLong,
        ]
        let place = PatternError.Place(pattern: 4, id: "mine", note: 2)
        let sentences = kinds.map { PatternError($0, at: place).message.text }
        #expect(Set(sentences).count == kinds.count)
        #expect(sentences.allSatisfy { $0.hasPrefix("Pattern 4 (mine), note 2: ") && $0.hasSuffix(".") })
        #expect(sentences.allSatisfy { !$0.contains("secret") && !$0.contains("{") })
        #expect(PatternError(.brokenBeats, at: .init(pattern: 4)).message.text.hasPrefix("Pattern 4: "))
        #expect(PatternError(.noPatterns).message.text == "The file contains no rhythm patterns.")
    }
}

@Suite struct QuantitiesTests {
    @Test(arguments: [
        (0, "00:00"), (59.99, "00:59"), (60, "01:00"), (3599, "59:59"), (3600, "1:00:00"), (36_000, "10:00:00"),
        (-5, "00:00"), (Double.nan, "00:00"), (1e300, "99999:59:59"), (.infinity, "99999:59:59"),
    ])
    func clocksShowMinutesAndFromAnHourOnHours(seconds: Double, text: String) {
        #expect(Quantities.clock(seconds) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]) func noNumberEndsTheProgram(number: Double) {
        let texts = [
            Quantities.clock(number), Quantities.rate(number), Quantities.timeLeft(number), Quantities.percent(number),
            Quantities.tempo(number), Quantities.signedMilliseconds(number), Quantities.plusMinus(number),
            Quantities.progress(TransferProgress(bytes: .max, total: .max, rate: number)),
        ]
        #expect(!texts.contains(""))
    }

    @Test func aSpanNamesBothEnds() {
        #expect(Quantities.span(3.2, 17.9) == "[00:03 – 00:17]")
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1500, "1.5 kB"), (9_960, "10 kB"),
            (77_704_715, "78 MB"), (999_499, "999 kB"), (999_500, "1 MB"), (487_601_967, "488 MB"),
            (999_500_000, "1 GB"),
            (2_340_000_000, "2.3 GB"), (-1, "0 bytes"),
        ] as [(Int64, String)])
    func bytesAreRoundedAsPeopleReadThem(count: Int64, text: String) {
        #expect(Quantities.bytes(count) == text)
    }

    @Test(arguments: [
        (0, "1 second left"), (1, "1 second left"), (1.2, "2 seconds left"), (59, "59 seconds left"),
        (60, "1 minute left"), (61, "2 minutes left"), (3599, "60 minutes left"), (3600, "1 hour left"),
        (4000, "2 hours left"), (Double.infinity, "more than a day left"),
    ])
    func timeLeftIsRoundedUpAndTakesItsPlural(seconds: Double, text: String) {
        #expect(Quantities.timeLeft(seconds) == text)
    }

    @Test func progressSaysOnlyWhatIsKnown() {
        let whole = TransferProgress(bytes: 1_500_000, total: 77_704_715, rate: 3_100_000)
        #expect(Quantities.progress(whole) == "1.5 MB of 78 MB, 3.1 MB/s, 25 seconds left")
        let start = TransferProgress(bytes: 0, total: 77_704_715, rate: 0)
        #expect(Quantities.progress(start) == "connecting to the server")
        let retry = TransferProgress(bytes: 1_500_000, total: 77_704_715, rate: 0, retry: 2)
        #expect(Quantities.progress(retry) == "Retry 2 of 3, 1.5 MB of 78 MB")
        #expect(Quantities.progress(TransferProgress(bytes: 5_000, total: 0, rate: 1)) == "5 kB so far")
    }
}
