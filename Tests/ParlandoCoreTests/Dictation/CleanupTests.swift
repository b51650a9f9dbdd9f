import ParlandoCore
import Testing

struct CleanupTests {
    private static func words(_ count: Int) -> String {
        Array(repeating: "word", count: count).joined(separator: " ")
    }

    @Test(arguments: [
        (10, 4, false), (10, 5, true), (10, 20, true), (10, 21, false), (9, 4, false), (1, 2, true), (1, 0, false),
    ])
    func anAnswerOfLessThanHalfOrMoreThanTwiceTheWordsIsNotTaken(text: Int, answer: Int, isTaken: Bool) {
        for task in [CleanupTask.punctuate, .list, .letter, CleanupTask(id: "Mine", prompt: "Do it")] {
            let accepts = task.accepts(Self.words(answer), for: Self.words(text), isDelivery: true)
            #expect(accepts == isTaken, "\(task.id)")
        }
    }

    @Test func onThePageALetterMayHaveItsFormButNotAnyLength() {
        for task in [CleanupTask.list, .letter, CleanupTask(id: "Mine", prompt: "Do it")] {
            #expect(task.accepts(Self.words(60), for: Self.words(10), isDelivery: false))
            #expect(!task.accepts(Self.words(61), for: Self.words(10), isDelivery: false))
            #expect(!task.accepts(Self.words(4), for: Self.words(10), isDelivery: false))
        }
        #expect(!CleanupTask.punctuate.accepts(Self.words(21), for: Self.words(10), isDelivery: false))
    }

    @Test func aTextWithoutSpacesIsMeasuredToo() {
        let text = String(repeating: "文", count: 80)
        #expect(CleanupTask.punctuate.accepts(text + "。", for: text, isDelivery: true))
        #expect(!CleanupTask.punctuate.accepts(String(text.prefix(20)), for: text, isDelivery: true))
        #expect(!CleanupTask.punctuate.accepts(text + text + text, for: text, isDelivery: true))
    }

    private let server = ServerProfile(name: "Oracle", address: "http://localhost:11434/v1", wire: .chat)

    private func agreed() -> Preferences {
        var preferences = Preferences()
        preferences.servers.profiles = [server]
        preferences.allow(server, on: "2026-11-26")
        preferences.cleanup.task = ":list"
        return preferences
    }

    @Test func aConsentIsForTheOriginOfTheServer() {
        #expect(agreed().sanitized() == agreed())
        #expect(agreed().allowedLanguageModel == server)
        var moved = agreed()
        moved.servers.profiles[0].address = "http://localhost:11434/api"
        #expect(moved.sanitized().allowedLanguageModel != nil)
        moved.servers.profiles[0].address = "http://localhost:11435/v1"
        #expect(moved.allowedLanguageModel == nil)
        #expect(moved.sanitized().cleanup == CleanupPreferences())
        var gone = agreed()
        gone.servers.profiles = []
        #expect(gone.allowedLanguageModel == nil)
        #expect(gone.sanitized().cleanup == CleanupPreferences())
    }

    @Test func aConsentToAnotherServerThanTheOneOfTheQuestionDoesNotCount() {
        var preferences = agreed()
        preferences.servers.profiles[0].address = "https://elsewhere.example"
        preferences = preferences.sanitized()
        preferences.allow(server, on: "2026-11-27")
        #expect(preferences.allowedLanguageModel == nil)
    }

    @Test func onlyTasksThatCanBeCarriedOutAreKept() {
        var preferences = agreed()
        preferences.cleanup.task = "Rhyme"
        preferences.cleanup.prompts = [
            "Rhyme": "Make it rhyme.", " ": "No name", "Empty": "\n", ":list": "Mine",
            "Long": String(repeating: "x", count: 2_001),
        ]
        #expect(preferences.sanitized().cleanup.prompts == ["Rhyme": "Make it rhyme."])
        #expect(preferences.sanitized().cleanup.task == "Rhyme")
        preferences.cleanup.prompts = [:]
        #expect(preferences.sanitized().cleanup.task == "")
    }

    @Test func aLanguageModelRecognisesNoSpeech() {
        var preferences = agreed()
        preferences.servers.engine = server.id
        #expect(preferences.servers.engine() == nil)
        #expect(preferences.servers.speech.isEmpty)
        #expect(preferences.servers.languageModel == server)
    }

    @Test(arguments: [
        ("http://localhost:11434", "http://localhost:11434/v1/chat/completions"),
        ("https://a.example/v1/", "https://a.example/v1/chat/completions"),
        ("https://a.example/x/chat/completions", "https://a.example/x/chat/completions"),
    ])
    func theAddressOfAChatIsCompleted(address: String, endpoint: String) {
        #expect(ServerProfile(name: "a", address: address, wire: .chat).endpoint == endpoint)
    }
}
