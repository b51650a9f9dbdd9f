import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@Suite struct ModelDamageTests {
    private let store = FakeModelStore(["tiny.en", "base"], present: ["tiny.en", "base", "voice"])

    private func model(_ name: String) throws -> SpeechModel {
        try #require(store.catalogue.first { $0.name == name })
    }

    @Test(arguments: [[], ["tiny.en"], ["voice"], ["tiny.en", "voice"]])
    func onlyWhatIsDamagedIsSetAside(damaged: [String]) async throws {
        damaged.forEach { store.damage($0) }
        store.damage("base")
        let tiny = try model("tiny.en")
        #expect(try await store.setAsideDamaged(tiny).map(\.name) == damaged)
        for name in ["tiny.en", "voice"] {
            #expect((try store.path(of: model(name)) == nil) == damaged.contains(name))
        }
        #expect(store.path(of: try model("base")) != nil)
    }

    @Test(arguments: ["tiny.en", "voice"])
    func aModelIsLoadedOnlyWhenAllItsFilesAreRight(damaged: String) async throws {
        let tiny = try model("tiny.en")
        try await store.checkBeforeLoading(tiny)
        store.damage(damaged)
        let error = await #expect(throws: RecognitionError.self) { try await store.checkBeforeLoading(tiny) }
        #expect(error?.kind == .modelCorrupt)
        #expect(error?.model == damaged)
        _ = try await store.setAsideDamaged(tiny)
        let missing = await #expect(throws: RecognitionError.self) { try await store.checkBeforeLoading(tiny) }
        #expect(missing?.kind == .modelMissing)
    }

    @Test func theGateIsComparedAndSetAsideWhenItIsDamaged() async throws {
        #expect(try await store.checkedVoiceActivity() == "/models/voice")
        store.damage("voice")
        let error = await #expect(throws: RecognitionError.self) { try await store.checkedVoiceActivity() }
        #expect(error?.kind == .modelCorrupt)
        #expect(error?.model == "voice")
        let missing = await #expect(throws: RecognitionError.self) { try await store.checkedVoiceActivity() }
        #expect(missing?.kind == .modelMissing)
        #expect(store.path(of: try model("tiny.en")) != nil)
    }
}
