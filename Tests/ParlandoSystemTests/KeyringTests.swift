import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// Each test runs in a process of its own, because a process has one session bus.
@Suite struct KeyringTests {
    private static let attic = SecretName(.server, owner: "attic")
    private static let cellar = SecretName(.server, owner: "cellar")

    private static func enter(_ address: String) {
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        unsetenv("DISPLAY")
        unsetenv("WAYLAND_DISPLAY")
    }

    /// Checks what a keyring opened anew holds under a name.
    private static func expect(_ name: SecretName, _ text: String?) async throws {
        let found = try await Keyring().secret(name)
        #expect(found?.revealed == text)
    }

    /// What goes wrong with each of the four calls, in order.
    private static func failures() async -> [SecretError.Kind?] {
        let keyring = Keyring()
        func kind(_ call: () async throws(SecretError) -> Void) async -> SecretError.Kind? {
            do throws(SecretError) {
                try await call()
                return nil
            } catch {
                return error.kind
            }
        }
        return [
            await kind { () async throws(SecretError) in
                try await keyring.keep(Private("x"), as: attic, label: "Attic")
            },
            await kind { () async throws(SecretError) in _ = try await keyring.secret(attic) },
            await kind { () async throws(SecretError) in try await keyring.remove(attic) },
            await kind { () async throws(SecretError) in try await keyring.removeAll() },
        ]
    }

    @Test func aSecretOutlivesTheProgram() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Keyring().keep(Private("schlüssel 🔑"), as: Self.attic, label: "Attic")
        }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Self.expect(Self.attic, "schlüssel 🔑")
            try await Self.expect(Self.cellar, nil)
            try await Self.expect(SecretName(.translation, owner: "attic"), nil)
        }
    }

    @Test func aNewSecretReplacesTheOldOne() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            try await keyring.keep(Private("old"), as: Self.attic, label: "Attic")
            try await keyring.keep(Private("new"), as: Self.attic, label: "The attic")
            try await Self.expect(Self.attic, "new")
            try await keyring.remove(Self.attic)
            try await Self.expect(Self.attic, nil)
        }
    }

    @Test func removingTakesAwayOneSecretAndRemovingAllTakesAwayEveryOne() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            for name in [Self.attic, Self.cellar, SecretName(.translation, owner: "x")] {
                try await keyring.keep(Private("key"), as: name, label: name.owner)
            }
            try await keyring.remove(Self.attic)
            try await keyring.remove(Self.attic)
            try await Self.expect(Self.attic, nil)
            try await Self.expect(Self.cellar, "key")
            try await keyring.removeAll()
            try await Self.expect(Self.cellar, nil)
            try await Self.expect(SecretName(.translation, owner: "x"), nil)
        }
    }

    @Test func theDiskNeverHoldsASecretInTheClear() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Keyring().keep(Private("needle-in-a-haystack"), as: Self.attic, label: "Attic")
        }
        #expect(!bus.kept.isEmpty)
        #expect(String(decoding: bus.kept, as: UTF8.self).contains("needle-in-a-haystack") == false)
    }

    @Test func aLockedKeyringSaysSo() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Keyring().keep(Private("key"), as: Self.attic, label: "Attic")
        }
        try bus.lockKeyring()
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            #expect(await Self.failures() == [.locked, .locked, .locked, .locked])
        }
    }

    @Test func aSystemWithoutAKeyringSaysSo() async throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            #expect(await Self.failures() == [.absent, .absent, .absent, .absent])
        }
    }

    @Test func aSystemWithoutASessionBusHasNoKeyring() async throws {
        await #expect(processExitsWith: .success) {
            Self.enter("unix:path=/nonexistent/bus")
            #expect(await Self.failures() == [.absent, .absent, .absent, .absent])
        }
    }

    @Test func aKeyringThatMayNotBeSpokenToSaysSo() async throws {
        let bus = try PrivateBus(.forbidden)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            #expect(await Self.failures() == [.denied, .denied, .denied, .denied])
        }
    }
}
