import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// Each test runs in a process of its own, because a process has one session bus.
@Suite struct KeyringTests {
    private static let attic = SecretName(.server, owner: "attic")
    private static let cellar = SecretName(.server, owner: "cellar")

    private static func place(_ address: String = "https://attic.example") throws -> Origin {
        try #require(Origin(address))
    }

    private static func enter(_ address: String) {
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        unsetenv("DISPLAY")
        unsetenv("WAYLAND_DISPLAY")
    }

    /// Checks what a keyring opened anew holds under a name.
    ///
    /// - Parameter home: the place that is chosen, nil: the one that is asked about.
    private static func expect(
        _ name: SecretName, _ text: String?, for place: Origin? = nil, home: Origin? = nil
    ) async throws {
        let place = try place ?? Self.place()
        let found = try await Keyring().secret(name, for: place, home: home ?? place)
        #expect(found?.revealed == text)
    }

    /// What goes wrong with each of the four calls, in order.
    private static func failures() async throws -> [SecretError.Kind?] {
        let keyring = Keyring()
        let place = try place()
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
                try await keyring.keep(Private("x"), as: attic, for: place, label: "Attic")
            },
            await kind { () async throws(SecretError) in _ = try await keyring.secret(attic, for: place) },
            await kind { () async throws(SecretError) in try await keyring.remove(attic) },
            await kind { () async throws(SecretError) in try await keyring.removeAll() },
        ]
    }

    @Test func aSecretOutlivesTheProgram() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Keyring().keep(Private("schlüssel 🔑"), as: Self.attic, for: Self.place(), label: "Attic")
        }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Self.expect(Self.attic, "schlüssel 🔑")
            try await Self.expect(Self.cellar, nil)
            try await Self.expect(SecretName(.translation, owner: "attic"), nil)
        }
    }

    @Test func secretsAreCounted() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            #expect(try await keyring.count() == 0)
            try await keyring.keep(Private("one"), as: Self.attic, for: Self.place(), label: "Attic")
            try await keyring.keep(Private("two"), as: Self.cellar, for: Self.place(), label: "Cellar")
            #expect(try await keyring.count() == 2)
            try await keyring.remove(Self.attic)
            #expect(try await keyring.count() == 1)
        }
    }

    @Test func aNewSecretReplacesTheOldOne() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            try await keyring.keep(Private("old"), as: Self.attic, for: Self.place(), label: "Attic")
            try await keyring.keep(Private("new"), as: Self.attic, for: Self.place(), label: "The attic")
            try await Self.expect(Self.attic, "new")
            try await keyring.remove(Self.attic)
            try await Self.expect(Self.attic, nil)
        }
    }

    @Test func aSecretIsGivenToItsPlaceOnly() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            let (here, there) = (try Self.place(), try Self.place("https://attic.example:8443"))
            try await keyring.keep(Private("one"), as: Self.attic, for: here, label: "Attic")
            await #expect(throws: SecretError(.elsewhere(here))) {
                try await keyring.secret(Self.attic, for: there, home: there)
            }
            // There is one of a name, wherever it is for.
            try await keyring.keep(Private("two"), as: Self.attic, for: there, label: "Attic")
            await #expect(throws: SecretError(.elsewhere(there))) {
                try await keyring.secret(Self.attic, for: here, home: here)
            }
            try await Self.expect(Self.attic, "two", for: there)
            try await keyring.remove(Self.attic)
            try await Self.expect(Self.attic, nil)
            try await Self.expect(Self.attic, nil, for: there)
        }
    }

    /// Keeps a secret as versions did that kept no places: spoken to as the Secret Service's own interface has it.
    private static func keepOldFashioned(_ secret: String, in address: String) throws {
        try SystemProgram.run(
            "/usr/bin/python3", "-c", oldFashioned, secret,
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address])
    }

    private static let oldFashioned = """
        import sys
        from gi.repository import Gio, GLib
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        def call(path, interface, method, arguments):
            return bus.call_sync("org.freedesktop.secrets", path, "org.freedesktop.Secret." + interface, method,
                                 arguments, None, 0, 20000).unpack()
        session = call("/org/freedesktop/secrets", "Service", "OpenSession",
                       GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))[1]
        name = "io.github.parlando.Parlando"
        words = {"xdg:schema": name, "application": name, "purpose": "server", "owner": "attic"}
        properties = {"org.freedesktop.Secret.Item.Label": GLib.Variant("s", "Attic"),
                      "org.freedesktop.Secret.Item.Attributes": GLib.Variant("a{ss}", words)}
        secret = (session, [], sys.argv[1].encode(), "text/plain")
        call("/org/freedesktop/secrets/aliases/default", "Collection", "CreateItem",
             GLib.Variant("(a{sv}(oayays)b)", (properties, secret, True)))
        """

    @Test func aSecretKeptWithoutAPlaceIsForTheAddressOfItsFirstUse() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        try Self.keepOldFashioned("old", in: bus.address)
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let (here, there) = (try Self.place(), try Self.place("http://attic.example"))
            try await Self.expect(Self.attic, "old", for: here)
            await #expect(throws: SecretError(.elsewhere(here))) {
                try await Keyring().secret(Self.attic, for: there, home: there)
            }
            try await Self.expect(Self.attic, "old", for: here, home: there)
        }
    }

    @Test func whereAnotherAddressIsAskedFirstItIsForTheChosenOneAllTheSame() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        try Self.keepOldFashioned("old", in: bus.address)
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let (chosen, other) = (try Self.place(), try Self.place("https://other.example"))
            await #expect(throws: SecretError(.elsewhere(chosen))) {
                try await Keyring().secret(Self.attic, for: other, home: chosen)
            }
            try await Self.expect(Self.attic, "old", for: chosen, home: other)
        }
    }

    @Test func removingTakesAwayOneSecretAndRemovingAllTakesAwayEveryOne() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let keyring = Keyring()
            for name in [Self.attic, Self.cellar, SecretName(.translation, owner: "x")] {
                try await keyring.keep(Private("key"), as: name, for: Self.place(), label: name.owner)
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
            try await Keyring().keep(Private("needle-in-a-haystack"), as: Self.attic, for: Self.place(), label: "Attic")
        }
        #expect(!bus.kept.isEmpty)
        #expect(String(decoding: bus.kept, as: UTF8.self).contains("needle-in-a-haystack") == false)
    }

    @Test func aLockedKeyringSaysSo() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            try await Keyring().keep(Private("key"), as: Self.attic, for: Self.place(), label: "Attic")
        }
        try bus.lockKeyring()
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let failures = try await Self.failures()
            #expect(failures == [.locked, .locked, .locked, .locked])
        }
    }

    // MARK: Not opened since login

    /// Keeps a key, restarts the keyring without opening it, and has a process of its own ask it.
    private static func afterLogin(
        opens: Bool = true, isOld: Bool = false, _ body: @Sendable (PrivateBus) async throws -> Void
    ) async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        if isOld {
            try keepOldFashioned("old", in: bus.address)
        } else {
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                try await Keyring().keep(Private("key"), as: Self.attic, for: Self.place(), label: "Attic")
            }
        }
        try bus.restartKeyring()
        if opens {
            try bus.answerPrompts()
        }
        try await body(bus)
    }

    @Test func aKeyringThatWasNeverOpenedIsLockedAndNotEmpty() async throws {
        try await Self.afterLogin(opens: false) { bus in
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                let failures = try await Self.failures()
                #expect(failures == [.locked, .locked, .locked, .locked])
            }
        }
    }

    @Test func aSecretUnlockedOnlyNowIsStillGivenToItsPlaceOnly() async throws {
        try await Self.afterLogin { bus in
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                let (here, there) = (try Self.place(), try Self.place("https://other.example"))
                await #expect(throws: SecretError(.elsewhere(here))) {
                    try await Keyring().secret(Self.attic, for: there, home: there)
                }
                try await Self.expect(Self.attic, "key", for: here, home: there)
            }
        }
    }

    @Test func aSecretWithoutAPlaceIsSettledBeforeTheKeyringWasOpened() async throws {
        try await Self.afterLogin(isOld: true) { bus in
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                let (here, there) = (try Self.place(), try Self.place("https://other.example"))
                try await Keyring().settle(Self.attic, at: here)
                await #expect(throws: SecretError(.elsewhere(here))) {
                    try await Keyring().secret(Self.attic, for: there, home: there)
                }
            }
        }
    }

    @Test func removingAllOpensTheKeyring() async throws {
        try await Self.afterLogin { bus in
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                try await Keyring().removeAll()
            }
            try bus.restartKeyring()
            try bus.answerPrompts()
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                // A second keyring that is opened tells what the first one left.
                try await Keyring().keep(Private("other"), as: Self.cellar, for: Self.place(), label: "Cellar")
                try await Self.expect(Self.attic, nil)
            }
        }
    }

    @Test func aNewSecretReplacesOneThatWasLocked() async throws {
        try await Self.afterLogin { bus in
            await #expect(processExitsWith: .success) { [address = bus.address as String] in
                Self.enter(address)
                let there = try Self.place("https://other.example")
                try await Keyring().keep(Private("new"), as: Self.attic, for: there, label: "Attic")
                try await Self.expect(Self.attic, "new", for: there)
                try await Keyring().remove(Self.attic)
                try await Self.expect(Self.attic, nil)
            }
        }
    }

    @Test func aSystemWithoutAKeyringSaysSo() async throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let failures = try await Self.failures()
            #expect(failures == [.absent, .absent, .absent, .absent])
        }
    }

    @Test func aSystemWithoutASessionBusHasNoKeyring() async throws {
        await #expect(processExitsWith: .success) {
            Self.enter("unix:path=/nonexistent/bus")
            let failures = try await Self.failures()
            #expect(failures == [.absent, .absent, .absent, .absent])
        }
    }

    @Test func aKeyringThatMayNotBeSpokenToSaysSo() async throws {
        let bus = try PrivateBus(.forbidden)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            Self.enter(address)
            let failures = try await Self.failures()
            #expect(failures == [.denied, .denied, .denied, .denied])
        }
    }
}
