import ParlandoCore
import ParlandoPresenters
import Testing

/// Every failure there is has a sentence of its own.
@Suite struct MessageTests {
    @Test func audioErrorsAreAllDifferentSentences() {
        let kinds: [AudioError.Kind] = [.noDevice, .busy, .denied, .lost, .unsupported, .failed]
        check(kinds.map { AudioError($0, detail: "secret").message.text })
    }

    @Test func fileErrorsAreAllDifferentSentences() {
        let kinds: [AudioFileError.Kind] = [.missing, .denied, .notAudio, .empty, .truncated]
        check(kinds.map { AudioFileError($0, detail: "secret").message.text })
    }

    @Test func recognitionErrorsAreAllDifferentSentences() {
        let kinds: [RecognitionError.Kind] = [.modelMissing, .modelCorrupt, .outOfMemory, .engineFailed]
        check(kinds.map { RecognitionError($0, detail: "secret").message.text })
    }

    @Test func modelErrorsAreAllDifferentSentences() {
        let kinds: [ModelError.Kind] = [
            .unknownModel, .notPresent, .offline, .metered, .refused(status: 404), .refused(status: 429), .badAnswer,
            .wrongChecksum, .notThisModel, .diskFull, .notWritable, .failed,
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

    @Test func serverErrorsAreAllDifferentSentences() {
        let kinds: [ServerError.Kind] = [
            .invalidAddress, .insecure, .unreachable, .untrusted, .timedOut, .interrupted, .unauthorized,
            .tooLarge, .busy, .redirected, .refused(status: 404), .refused(status: 500), .notUnderstood, .endless,
            .keyring(.locked), .cancelled, .failed,
        ]
        check(kinds.map { ServerError($0, detail: "secret").message.text })
        #expect(RecognitionError(.server(.busy)).message == ServerError(.busy).message)
    }

    @Test func translationErrorsAreAllDifferentSentences() {
        let kinds: [TranslationError.Kind] = [
            .keyMissing, .keyRefused, .forbidden, .regionRefused, .modelGone, .rateLimited(allowed: 5),
            .quotaExhausted, .serverFailed, .requestRefused, .pairRefused, .empty, .cut, .badAnswer, .notAService,
            .offline, .interrupted, .timedOut, .untrusted, .addressRefused, .tooLong, .nothingToTranslate, .queueFull,
            .failed,
        ]
        let blocks = TranslationBlock.allCases.map { TranslationError.Kind.blocked($0) }
        check((kinds + blocks).map { TranslationError($0, detail: "secret").message.text })
    }

    private func check(_ sentences: [String]) {
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") })
        #expect(sentences.allSatisfy { !$0.contains("secret") && !$0.contains("{") })
    }
}
