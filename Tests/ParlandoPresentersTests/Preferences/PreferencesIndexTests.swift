import ParlandoPresenters
import Testing

@Suite struct PreferencesIndexTests {
    private let index = PreferencesIndex([
        .init(title: "Keep For", note: "Older entries, also translations, are deleted", page: "General"),
        .init(title: "Geschwindigkeit", note: "", page: "Übersetzer"),
        .init(title: "Хранить результаты", note: "", page: "Конфиденциальность"),
    ])

    @Test(arguments: [
        ("keep", [0]), ("DELETED keep", [0]), ("ubersetzer", [1]), ("геш", []), ("ХРАНИТЬ конф", [2]),
        ("keep ritmo", []),
        ("e", [0, 1]), ("", []), ("  ", []),
    ])
    func aRowIsFoundByAllWordsWhateverTheirCaseAndAccents(words: String, found: [Int]) {
        #expect(index.matches(words) == found)
    }
}
