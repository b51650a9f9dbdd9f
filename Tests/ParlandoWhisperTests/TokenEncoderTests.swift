import ParlandoCore
import Testing

@testable import ParlandoWhisper

/// Text becomes the tokens that the model itself would choose.
@Suite struct TokenEncoderTests {
    @Test func textBecomesTheTokensOfGPT2() throws {
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        #expect(context.encoder.tokens(of: "hello world") == [31373, 995])
        for text in [" Kuzminov's C++ 2026, naïve…", " Ёжиков", " 库兹明"] {
            let bytes = context.encoder.tokens(of: text).flatMap { context.bytes(of: $0) }
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }

    @Test func theLowestNumberIsJoinedFirst() {
        let encoder = TokenEncoder(["a", "b", "c", "bc", "ab", "abc"].map { Array($0.utf8) })
        #expect(encoder.tokens(of: "abc") == [5])
        #expect(TokenEncoder(["a", "b", "c", "bc", "ab"].map { Array($0.utf8) }).tokens(of: "abc") == [0, 3])
        #expect(encoder.tokens(of: "abd").isEmpty)
    }
}
