import ParlandoCore
import ParlandoTestSupport
import Testing

@Suite struct SessionSecretsTests {
    private let keyring = FakeSecretStore()
    private let secrets: SessionSecrets
    private let name = SecretName(.server, owner: "attic")
    private let attic: Origin

    init() throws {
        secrets = SessionSecrets(keyring)
        attic = try #require(Origin("https://attic.example"))
    }

    private func keep(_ secret: String) async throws {
        try await secrets.keep(Private(secret), as: name, for: attic, label: "Attic")
    }

    @Test func aSecretIsInMemoryOnlyWhileThereIsNoKeyring() async throws {
        keyring.fail(with: SecretError(.absent))
        try await keep("one")
        #expect(await secrets.isTemporary(name))
        #expect(try await secrets.secret(name, for: attic)?.revealed == "one")
        let cellar = try #require(Origin("https://cellar.example"))
        await #expect(throws: SecretError(.elsewhere(attic))) { _ = try await secrets.secret(name, for: cellar) }
        keyring.fail(with: nil)
        try await keep("two")
        #expect(await !secrets.isTemporary(name))
        #expect(keyring.text(of: name) == "two")
        #expect(try await secrets.secret(name, for: attic)?.revealed == "two")
    }

    @Test func aSecretInMemoryCanBeRemoved() async throws {
        keyring.fail(with: SecretError(.absent))
        try await keep("one")
        try await secrets.remove(name)
        await #expect(throws: SecretError(.absent)) { _ = try await secrets.secret(name, for: attic) }
    }

    @Test(arguments: [SecretError.Kind.locked, .denied, .failed])
    func aKeyringThatRefusesIsObeyed(kind: SecretError.Kind) async {
        keyring.fail(with: SecretError(kind))
        await #expect(throws: SecretError(kind)) { try await keep("one") }
        #expect(await !secrets.isTemporary(name))
    }
}
