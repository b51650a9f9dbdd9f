import Foundation
import Testing

@testable import ParlandoNetwork

@Suite struct GeminiModelTests {
    private func choice(_ names: [String], without gone: Set<String> = []) -> String? {
        GeminiModel.choose(from: names.map { GeminiModel(name: $0) }, without: gone)?.name
    }

    @Test(arguments: [
        (["gemini-3.8-flash", "gemini-3.5-flash-lite", "gemini-4-argon"], "gemini-3.5-flash-lite"),
        (["gemini-3.5-flash-lite", "gemini-10.0-flash-lite", "gemini-4-flash-lite"], "gemini-10.0-flash-lite"),
        (["gemini-3.5-flash-lite-preview-09", "gemini-3.6-flash"], "gemini-3.6-flash"),
        (["gemini-3.5-flash-lite-001", "gemini-3.5-flash-lite"], "gemini-3.5-flash-lite"),
        (["gemini-3.8-flash-lite-tts", "gemini-3.5-live-translate-preview", "gemini-4-argon"], "gemini-4-argon"),
        (["gemini-flash-latest", "gemma-3"], "gemini-flash-latest"),
        (["gemini-flash-latest", "gemini-5-flash-preview"], "gemini-5-flash-preview"),
        (["gemma-3", "learnlm-2"], "gemma-3"),
        (["gemini-3.8-flash-tts", "text-embedding-9", "imagen-4"], nil),
        ([], nil),
    ])
    func theLightestNewestFinishedModelIsChosen(names: [String], expected: String?) {
        #expect(choice(names) == expected)
    }

    @Test func aModelThatIsGoneIsNotChosenAgain() {
        let names = ["gemini-3.5-flash-lite", "gemini-3.6-flash"]
        #expect(choice(names, without: ["gemini-3.5-flash-lite"]) == "gemini-3.6-flash")
        #expect(choice(names, without: Set(names)) == nil)
    }

    @Test func onlyModelsThatAnswerWithTextAreListed() throws {
        let json = """
            {"models":[
              {"name":"models/a","displayName":"A","supportedGenerationMethods":["generateContent"]},
              {"name":"models/b","supportedGenerationMethods":["embedContent"]},
              {"name":"models/c"},
              {"name":"models/d","description":"Deprecated.","supportedGenerationMethods":["generateContent"]},
              {"name":"models/e?key=1","supportedGenerationMethods":["generateContent"]},
              {"name":"models/f","supportedGenerationMethods":["generateContent"],"new":{"x":1}}
            ]}
            """
        let page = try JSONDecoder().decode(GeminiModelPage.self, from: Data(json.utf8))
        #expect(page.usable.map(\.name) == ["a", "f"])
    }

    @Test func modelsOfRetiredGenerationsAreNotListed() throws {
        let names = [
            "gemini-2.5-flash-lite", "gemini-2.5-flash-preview-tts", "gemini-2.0-flash", "gemini-1.5-pro-latest",
            "gemini-2-flash", "gemini-3.5-flash-lite", "gemini-10-flash", "gemini-flash-latest", "gemma-2-9b",
        ]
        let rows = names.map { #"{"name":"models/\#($0)","supportedGenerationMethods":["generateContent"]}"# }
        let json = #"{"models":[\#(rows.joined(separator: ","))]}"#
        let page = try JSONDecoder().decode(GeminiModelPage.self, from: Data(json.utf8))
        #expect(
            page.usable.map(\.name) == [
                "gemini-3.5-flash-lite", "gemini-10-flash", "gemini-flash-latest", "gemma-2-9b",
            ])
    }

    /// A megabyte of names was compared each with each.
    @Test(.timeLimit(.minutes(1))) func aListOfThousandsIsSortedAtOnce() {
        let models = (0..<6000).map { GeminiModel(name: "gemini-\($0).5-flash-lite") }
        #expect(GeminiModel.sorted(models + models).map(\.name) == models.reversed().map(\.name))
    }
}
