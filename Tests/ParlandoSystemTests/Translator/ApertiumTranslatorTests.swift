import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// Translating with the Apertium that is installed.
@Suite(.timeLimit(.minutes(2))) struct ApertiumTranslatorTests {
    private let translator = ApertiumTranslator()

    private func translate(
        _ text: String, _ source: String? = "en", _ target: String = "es", with other: ApertiumTranslator? = nil
    ) async throws -> String {
        var whole: String?
        let request = TranslationRequest(Phrase(text, language: source), into: target)
        for try await progress in (other ?? translator).translate(request) {
            if case .whole(let translation) = progress {
                whole = translation.text.revealed
            }
        }
        return try #require(whole)
    }

    private func kind(_ work: () async throws -> String) async -> TranslationError.Kind? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? TranslationError)?.kind
        }
    }

    /// A folder that holds only these modes of the installed ones.
    private func only(_ modes: String..., in folder: TemporaryFolder) throws -> ApertiumTranslator {
        try FileManager.default.createDirectory(atPath: folder.file("modes"), withIntermediateDirectories: true)
        for mode in modes {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("modes/\(mode).mode"), withDestinationPath: "/usr/share/apertium/modes/\(mode).mode"
            )
        }
        var environment = ProcessInfo.processInfo.environment
        environment["APERTIUM_DATADIR"] = folder.path
        return ApertiumTranslator(environment: environment, limits: ApertiumPipeline.Limits())
    }

    @Test func thePairsAreThoseThatApertiumLists() throws {
        let text = try SystemProgram.result(of: ["/usr/bin/apertium", "-l"]).output
        let listed = text.split(whereSeparator: \.isWhitespace).compactMap { ApertiumModes.pair("\($0).mode") }
        let modes = ApertiumModes(environment: ProcessInfo.processInfo.environment)
        #expect(Set(modes.paths.keys) == Set(listed))
        #expect(listed.contains(LanguagePair(source: "en", target: "es")))
    }

    @Test func aTextIsTranslatedHereAndTheProgramsStay() async throws {
        #expect(try await translate("Good morning.") == "Buenos días.")
        let began = ContinuousClock.now
        for _ in 0..<20 {
            #expect(try await translate("I see a house.").contains("casa"))
        }
        // Twenty starts would take five seconds.
        #expect(ContinuousClock.now - began < .seconds(4))
        #expect(try await translate("Buenos días.", "es", "en") == "Good morning.")
    }

    @Test func otherPairsGoThroughOneLanguage() async throws {
        let text = try await translate("Good morning.", "en", "fr")
        #expect(text.lowercased().contains("bon"))
    }

    @Test func wordsThatAreNotKnownStayWithoutMarks() async throws {
        let text = try await translate("The zorblax sees a house.")
        #expect(text.contains("zorblax") && text.contains("casa"))
        #expect(!text.contains("*") && !text.contains("#") && !text.contains("@"))
    }

    @Test(arguments: [
        "$(touch /tmp/parlando-owned) `touch /tmp/parlando-owned`; touch /tmp/parlando-owned | cat & 'x' \"y\"",
        "^house$ [house] <b>house</b> {house} @house \\house/", "👩‍👩‍👧 house 🇩🇪 ❤️", "house\0house", "\0", "[P1]\0[P2]",
        "שלום مرحبا 你好 नमस्ते house", "e\u{301}a\u{308}\u{20DD} house", "\u{202E}house\u{202C}", "   house   ",
        "house\r\n\r\n\thouse\u{2028}house\n", "\u{1B}]0;x\u{7}house\u{85}", "***house*** ~~house~~ #house +house",
        "\u{FFFD}\u{FFFF}\u{10FFFF}house", "house [\u{301} house", "house ]\u{301} house", "\u{301}x",
    ])
    func anyTextIsTranslatedAndTheNextOneToo(text: String) async throws {
        let result = try? await translate(text)
        if text.contains("house"), text.first != "e" {
            #expect(result?.lowercased().contains("casa") == true)
        }
        #expect(try await translate("Good morning.") == "Buenos días.")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/parlando-owned"))
    }

    @Test func linesStayLines() async throws {
        #expect(try await translate("Good morning.\n\nThank you.\n") == "Buenos días.\n\nGracias.\n")
        let long = Array(repeating: "Good morning.", count: 200).joined(separator: "\n")
        #expect(try await translate(long) == Array(repeating: "Buenos días.", count: 200).joined(separator: "\n"))
    }

    @Test(arguments: [
        String(repeating: "x", count: 10_000), String(repeating: "the house and ", count: 714),
        String(repeating: "[", count: 10_000), String(repeating: "😀", count: 10_000),
        String(repeating: "a ", count: 5000),
    ])
    func theLongestTextsAreTranslated(text: String) async throws {
        #expect(try await !translate(text).isEmpty)
        #expect(try await translate("Good morning.") == "Buenos días.")
    }

    @Test func whatCannotBeTranslatedIsSaid() async throws {
        #expect(await kind { try await translate("Hello", nil) } == .sourceUnknown)
        #expect(await kind { try await translate("Hello", "en", "ja") } == .pairRefused)
        #expect(await kind { try await translate("  ") } == .nothingToTranslate)
        #expect(await kind { try await translate(String(repeating: "x", count: 10_001)) } == .tooLong)
    }

    @Test func thePackageOfAPairThatIsNotInstalledIsNamed() async throws {
        let folder = try TemporaryFolder()
        let english = try only("eng-spa", "spa-eng", in: folder)
        #expect(
            await kind { try await translate("Hello", "en", "fr", with: english) }
                == .notInstalled(.packages(["apertium-fr-es"])))
        let pairs = try #require(await english.pairs())
        #expect(
            pairs.ready == [LanguagePair(source: "en", target: "es"), LanguagePair(source: "es", target: "en")])
        #expect(pairs.missing[LanguagePair(source: "es", target: "it")] == .packages(["apertium-spa-ita"]))
        #expect(
            pairs.missing[LanguagePair(source: "fr", target: "pt")]
                == .packages(["apertium-fr-es", "apertium-es-pt"]))
        #expect(pairs.missing[LanguagePair(source: "en", target: "ja")] == nil)
    }

    @Test func withoutApertiumEveryPairNamesItsPackages() async throws {
        let nowhere = ApertiumTranslator(environment: ["APERTIUM_DATADIR": "/nonexistent"], limits: .init())
        let pairs = try #require(await nowhere.pairs())
        #expect(pairs.ready.isEmpty)
        #expect(
            pairs.missing[LanguagePair(source: "en", target: "fr")]
                == .packages(["apertium-eng-spa", "apertium-fr-es"]))
    }

    @Test func theProgramsEndWithTheTranslator() async throws {
        var pipeline: ApertiumPipeline? = ApertiumPipeline(
            ApertiumPrograms.pipeline("/usr/share/apertium/modes/eng-spa.mode"),
            environment: ApertiumPrograms.environment(ProcessInfo.processInfo.environment))
        #expect(try await pipeline?.translate("Good morning.") == "Buenos días.")
        let id = try #require(await pipeline?.processID)
        #expect(kill(-id, 0) == 0)
        await pipeline?.end()
        pipeline = nil
        // The programs are killed at once; the system collects them soon after.
        while kill(-id, 0) == 0 {
            await Task.yield()
        }
        #expect(errno == ESRCH)
    }
}
