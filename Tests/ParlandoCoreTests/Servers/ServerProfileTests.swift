import ParlandoCore
import Testing

@Suite struct ServerProfileTests {
    private static let attic = ServerProfile(
        id: "1", name: "Attic", address: "https://attic.example:8443", wire: .openAI, model: "large", hasKey: true)
    private static let cellar = ServerProfile(
        id: "2", name: "Подвал", address: "http://localhost:8080/inference", wire: .whisper)

    @Test func profilesSurviveAsText() {
        var preferences = ServerPreferences()
        preferences.profiles = [Self.attic, Self.cellar]
        var read = ServerPreferences()
        read.profileText = preferences.profileText
        #expect(read == preferences)
        #expect(read.sanitized() == preferences)
    }

    @Test(arguments: ["", "nonsense", "{}", "[1, null, \"x\"]", "[[]]", "[{\"id\":\"1\"}]"])
    func whatIsNoListOfProfilesIsNone(text: String) {
        var preferences = ServerPreferences()
        preferences.profileText = text
        #expect(preferences.profiles.isEmpty)
    }

    @Test func oneBadEntryDoesNotCostTheOthers() {
        var preferences = ServerPreferences()
        let good = #"{"id": "2", "name": "x", "address": "https://x.example", "protocol": "whisper", "later": 1}"#
        preferences.profileText = #"[{"id": "1", "protocol": "telepathy"}, \#(good)]"#
        #expect(preferences.profiles.map(\.id) == ["2"])
    }

    @Test func absurdValuesAreBroughtBack() {
        var preferences = ServerPreferences()
        preferences.timeout = 100_000
        let insecure = ServerProfile(id: "3", name: "x", address: "http://example.org", wire: .transcribe)
        let nameless = ServerProfile(id: "4", name: " ", address: "https://example.org", wire: .transcribe)
        preferences.profiles = [Self.attic, Self.attic, insecure, nameless, Self.cellar]
        let sane = preferences.sanitized()
        #expect(sane.timeout == 600)
        #expect(sane.profiles == [Self.attic, Self.cellar])
        preferences.timeout = -1
        preferences.profiles = (0..<1000).map {
            ServerProfile(id: "\($0)", name: "x", address: "https://x.example", wire: .transcribe)
        }
        #expect(preferences.sanitized().timeout == 5)
        #expect(preferences.sanitized().profiles.count == ServerProfile.mostProfiles)
    }

    @Test(arguments: [
        ("https://a.example", ServerProtocol.transcribe, "https://a.example/transcribe"),
        ("https://a.example/", .whisper, "https://a.example/inference"),
        ("https://a.example:1", .openAI, "https://a.example:1/v1/audio/transcriptions"),
        ("https://a.example/v1", .openAI, "https://a.example/v1/audio/transcriptions"),
        ("https://a.example/v1/", .openAI, "https://a.example/v1/audio/transcriptions"),
        ("https://a.example/v1", .transcribe, "https://a.example/v1"),
        ("https://a.example/my/own", .openAI, "https://a.example/my/own"),
        ("https://a.example/openai/v1", .openAI, "https://a.example/openai/v1/audio/transcriptions"),
        ("https://a.example/api/v1/", .openAI, "https://a.example/api/v1/audio/transcriptions"),
        ("https://a.example/?api-version=1", .openAI, "https://a.example/v1/audio/transcriptions?api-version=1"),
        ("https://a.example/my/own/?a=b%20c", .whisper, "https://a.example/my/own/?a=b%20c"),
    ])
    func theProtocolAddsItsPathWhereTheAddressHasNone(address: String, wire: ServerProtocol, endpoint: String) {
        #expect(ServerProfile(name: "x", address: address, wire: wire).endpoint == endpoint)
    }

    @Test(arguments: [
        ("https://a.example/openai", ServerProtocol.openAI, ["/openai", "/openai/v1/audio/transcriptions"]),
        ("https://a.example/api/v1/", .openAI, ["/api/v1/audio/transcriptions", "/api/v1"]),
        ("https://a.example", .openAI, ["/v1/audio/transcriptions", "/audio/transcriptions"]),
        ("https://a.example/speech/", .whisper, ["/speech/", "/speech", "/speech/inference"]),
        ("https://a.example/stt/inference", .whisper, ["/stt/inference"]),
        ("https://a.example", .transcribe, ["/transcribe"]),
    ])
    func theUsualPathsAreThoseThatATestTries(address: String, wire: ServerProtocol, paths: [String]) {
        let found = ServerProfile(name: "x", address: address, wire: wire).endpoints
        #expect(found.prefix(paths.count) == paths.map { "https://a.example" + $0 }[...])
        #expect(Set(found).count == found.count && found.count <= 4)
    }

    @Test func aProfileKeepsWhatItsServerAnswersWith() {
        var preferences = ServerPreferences()
        preferences.profiles = [Self.attic]
        preferences.profiles[0].format = .plain
        var read = ServerPreferences()
        read.profileText = preferences.profileText
        #expect(read.profiles == preferences.profiles)
        read.profileText = preferences.profileText.replacing("\"format\":\"json\"", with: "\"format\":\"new\"")
        #expect(read.profiles.map(\.format) == [.timed])
        read.profileText = preferences.profileText.replacing("\"format\":\"json\",", with: "")
        #expect(read.profiles.map(\.format) == [.timed])
    }

    @Test func problemsAreNamed() {
        var profile = Self.attic
        #expect(profile.problem == nil)
        profile.address = "http://attic.example"
        #expect(profile.problem == .address(.notSecure))
        profile.address = ""
        #expect(profile.problem == .address(.notAnAddress))
        profile.name = "\t"
        #expect(profile.problem == .noName)
        profile.name = String(repeating: "x", count: 501)
        #expect(profile.problem == .tooLong)
    }

    @Test func aProfileIsFoundByItsIdOrItsName() {
        var preferences = ServerPreferences()
        preferences.profiles = [Self.attic, Self.cellar]
        #expect(preferences.profile("2") == Self.cellar)
        #expect(preferences.profile("attic") == Self.attic)
        #expect(preferences.profile("подвал") == Self.cellar)
        #expect(preferences.profile("roof") == nil)
    }
}

@Suite struct SpeechRecordingTests {
    @Test func samplesBecomeSixteenBitsLeastSignificantFirst() {
        #expect(SpeechRecording([0, 1, -1, 0.5]).bytes == [0, 0, 0xFF, 0x7F, 0x01, 0x80, 0x00, 0x40])
    }

    @Test func whatIsBeyondFullScaleIsClippedAndWhatIsNoNumberIsSilent() {
        let odd: [Float] = [2, -.infinity, .nan, .infinity]
        #expect(SpeechRecording(odd).samples == [1, -1, 0, 1])
    }

    @Test func theHeaderIsThatOfAWaveFile() {
        let header = SpeechRecording([0.1, 0.2, 0.3]).waveHeader
        #expect(header.count == 44)
        #expect(String(decoding: header[0..<4] + header[8..<16], as: UTF8.self) == "RIFFWAVEfmt ")
        #expect(header[4..<8].elementsEqual([42, 0, 0, 0]))
        #expect(header[20..<36].elementsEqual([1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]))
        #expect(header[40..<44].elementsEqual([6, 0, 0, 0]))
    }

    @Test func removingTakesTheFirstSamples() {
        var recording = SpeechRecording([0.1, 0.2, 0.3])
        recording.removeFirst(2)
        #expect(recording == SpeechRecording([0.3]))
        recording.removeFirst(5)
        #expect(recording.count == 0)
        recording.removeFirst(-1)
        #expect(recording.seconds == 0)
    }

    /// Each piece moved all sound before it: an hour in pieces of a millisecond took minutes.
    @Test(.timeLimit(.minutes(1))) func smallPiecesCostNoMoreThanTheirSound() {
        var recording = SpeechRecording()
        for _ in 0..<400_000 {
            recording.append([Float](repeating: 0, count: 16))
        }
        #expect(recording.seconds == 400)
    }
}
