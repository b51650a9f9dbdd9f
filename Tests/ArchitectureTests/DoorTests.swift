import Testing

/// How many files name something that is added often. CONTRIBUTING.md says which; compiled examples are
/// `AddedSwitchTests`, `NewPageTests`, `AddedServiceTests` and `AddedEngineTests`.
struct DoorTests {
    /// Paths of the Swift files in Sources that contain a pattern.
    private static func files(naming pattern: some RegexComponent) -> Set<String> {
        Set(SourceTree.sources.filter { !$0.places(pattern).isEmpty }.map(\.path))
    }

    @Test func aSwitchIsDeclaredInOneFileAndShownInAnother() {
        let files = Self.files(naming: /\\\.rhythm\.pausesInBackground\b/)
        #expect(
            files == [
                "Sources/ParlandoCore/Preferences/RhythmPreferences.swift",
                "Sources/ParlandoGtk/Preferences/PreferencesPages.swift",
            ])
    }

    @Test(arguments: ["DictationPage", "RhythmPage", "TerminalPage"])
    func aPageIsMadeInOneFile(page: String) {
        let making = SourceTree.sources.filter { file in
            file.code.contains { $0.contains(" \(page)(") && !$0.contains("class ") }
        }
        #expect(making.map(\.path) == ["Sources/Parlando/Parts.swift"])
    }

    @Test func aServiceIsDescribedInOneFileAndMadeInAnother() {
        let places: Set = [
            "Sources/ParlandoCore/Translator/ServiceDescriptor.swift",
            "Sources/ParlandoNetwork/Translator/NetworkServices.swift",
        ]
        #expect(Self.files(naming: /\.libreTranslate\b/) == places)
        #expect(Self.files(naming: /case \.google\b/) == places)
    }

    @Test func anEngineIsNamedInTheListOfEachProgram() {
        #expect(
            Self.files(naming: /\bWhisperEngine\(\)/) == [
                "Sources/Parlando/Parts.swift", "Sources/ParlandoTool/Parts.swift",
            ])
    }
}
