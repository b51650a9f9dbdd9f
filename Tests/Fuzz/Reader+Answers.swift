import Foundation
import ParlandoCore

@testable import ParlandoNetwork

/// Readers of server responses without the network: the parsers of each service's JSON, and of server-sent events.
extension Reader {
    static func answerReaders() -> [Reader] {
        [
            Reader("speech-answer", texts: GoodAnswers.transcripts) { bytes in
                let answer = try SpeechAnswer.read(bytes, seconds: 12).get()
                guard answer.words.allSatisfy({ $0.start.isFinite && $0.start <= $0.end && $0.end <= 12 }) else {
                    throw Wrong("a word lies outside the recording")
                }
            },
            Reader("chat-answer", texts: GoodAnswers.chats) { bytes in
                _ = try ChatAnswer.read(bytes)
            },
            Reader("events", texts: GoodAnswers.streams) { bytes in
                var events = ServerSentEvents()
                var reading = GeminiReading(isPlain: bytes.count % 2 == 0)
                // The bytes are parsed in pieces, as they arrive from a network.
                for start in stride(from: 0, to: bytes.count, by: 1000) {
                    for event in try events.append(Array(bytes[start..<min(start + 1000, bytes.count)])) {
                        _ = try reading.take(event)
                    }
                }
                for event in events.finish() {
                    _ = try reading.take(event)
                }
                _ = try reading.finish()
            },
            Reader("growing-object", texts: GoodAnswers.objects) { bytes in
                var object = GrowingObject()
                let text = String(decoding: bytes, as: UTF8.self)
                for letter in text {
                    object.append(String(letter))
                }
                _ = object.texts
            },
            Reader("gemini", texts: GoodAnswers.gemini + GoodAnswers.refusals) { bytes in
                for answer in try GeminiAnswer.read(bytes) {
                    _ = answer.error?.error(head: nil)
                    _ = (answer.block, answer.text, GeminiAnswer.failure(finishedBy: answer.finishReason))
                }
            },
            Reader("gemini-models", texts: GoodAnswers.models) { bytes in
                let page = try OutsideJSON.decode(GeminiModelPage.self, from: Data(bytes))
                _ = GeminiModel.sorted(page.usable)
                _ = GeminiModel.chooseSpeaking(from: page.usable)
            },
            Reader("google-voices", texts: GoodAnswers.voices) { bytes in
                let list = try OutsideJSON.decode(GoogleVoiceList.self, from: Data(bytes))
                _ = list.voices(for: "de")
            },
        ]
    }
}

/// Valid responses of servers, both successful ones and errors.
enum GoodAnswers {
    static let transcripts = [
        #"{"text": "Hello, world."}"#,
        #"""
        {"task":"transcribe","language":"english","duration":11.0,"text":" And so, my fellow Americans.","segments":[
         {"id":0,"seek":0,"start":0.0,"end":7.5,"text":" And so, my fellow","tokens":[50363,843],"temperature":0.0,
          "avg_logprob":-0.25,"compression_ratio":1.2,"no_speech_prob":0.01,
          "words":[{"word":" And","start":0.1,"end":0.4,"probability":0.9},{"word":" so,","start":0.4,"end":0.9}]},
         {"id":1,"start":7.5,"end":11.0,"text":" Americans.","avg_logprob":-0.5}]}
        """#,
        #"{"text":"[BLANK_AUDIO] ♪","language":"de","words":[{"word":"a","start":1,"end":1},{"word":"b","start":1,"end":1}]}"#,
    ]

    static let chats = [
        #"""
        {"id":"1","object":"chat.completion","created":1,"model":"small","choices":[{"index":0,"message":
         {"role":"assistant","content":"<think>no</think>\nOne \"two\".\n- 3"},"logprobs":null,"finish_reason":"stop"}],
         "usage":{"prompt_tokens":9,"total_tokens":12}}
        """#,
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{\"content\":\"One\"},\"finish_reason\":null}]}\n\n"
            + "data: {\"choices\":[],\"usage\":{\"total_tokens\":7}}\n\ndata: [DONE]\n\n",
        refusals[0],
    ]

    static let gemini = [
        #"""
        {"candidates":[{"content":{"parts":[{"text":"{\"detectedLanguage\":\"en\",\"translation\":\"Hola\"}"}],
         "role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7},
         "modelVersion":"gemini-3.5-flash-lite"}
        """#,
        #"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"candidates":[{"finishReason":"SAFETY"}]}"#,
        #"[{"candidates":[{"content":{"parts":[{"text":"Ho","thought":true},{"text":"la"}]}}]},{"candidates":[]}]"#,
    ]

    static let refusals = [
        #"""
        {"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Please retry in 38.2s.","details":[
         {"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[
          {"quotaId":"GenerateRequestsPerMinutePerProject","quotaValue":"15"}]},
         {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"38.2s"}]}}
        """#,
        #"{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
    ]

    static let streams = [
        gemini.map { event($0, "\r\n\r\n") }.joined(),
        "\u{FEFF}: a comment\n\n" + event(gemini[0], "\ndata\n\nevent: end\nid: 1\n\n"),
        event(refusals[0], "\n\n"),
    ]

    private static func event(_ json: String, _ end: String) -> String {
        "data: \(json.split(separator: "\n").joined())\(end)"
    }

    static let objects = [
        #"{"detectedLanguage": "en", "translation": "Ho\u006ca, \"\ud83d\ude42\"\n", "other": [1, {"a": "}"}], "x": null}"#
    ]

    static let models = [
        #"""
        {"models":[
         {"name":"models/gemini-3.5-flash-lite","displayName":"Gemini Flash-Lite","description":"Fast.",
          "supportedGenerationMethods":["generateContent","countTokens"],"inputTokenLimit":1048576},
         {"name":"models/gemini-4-flash-preview-tts","supportedGenerationMethods":["generateContent"]},
         {"name":"models/gemma-3","supportedGenerationMethods":["generateContent"]}],
         "nextPageToken":"abc"}
        """#
    ]

    static let voices = [
        #"""
        {"voices":[{"languageCodes":["de-DE"],"name":"de-DE-Neural2-A","ssmlGender":"FEMALE","naturalSampleRateHertz":24000},
         {"languageCodes":["en-US","de-AT"],"name":"en-US-Wavenet-B","ssmlGender":"MALE"}]}
        """#
    ]

    /// Response with four samples at 24 kHz, in the form in which Gemini sends speech.
    static let speech = [
        #"""
        {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/L16;codec=pcm;rate=24000",
         "data":"AAABAAIA//8="}}]},"finishReason":"STOP"}]}
        """#
    ]

    static let libreTranslate = [
        #"{"translatedText":"Hola","detectedLanguage":{"confidence":92,"language":"en"}}"#,
        #"{"error":"es is not supported"}"#,
    ]
}
