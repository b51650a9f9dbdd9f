import Foundation
import Glibc
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Stored list of servers and their keys, for commands that change it.
struct ServerShelf {
    private let parts: Parts
    private let keys: any SecretStore = Keyring()

    init() throws(Failure) {
        parts = try Parts()
    }

    var servers: ServerPreferences {
        parts.preferences.load().servers
    }

    func profile(_ name: String) throws(Failure) -> ServerProfile {
        guard let profile = servers.profile(name) else {
            throw Failure(noServer: name)
        }
        return profile
    }

    /// Checks a server's profile. Throws if the profile cannot be used.
    func check(_ profile: ServerProfile) throws(Failure) {
        switch profile.problem {
        case nil: return
        case .noName: throw Failure(.usage, tr("A server needs a name."))
        case .tooLong: throw Failure(.usage, tr("The name, the address or the model is too long."))
        case .address(.notAnAddress): throw Failure(ServerError(.invalidAddress), server: profile.address)
        case .address(.notSecure): throw Failure(ServerError(.insecure), server: profile.address)
        }
    }

    func save(_ change: (inout ServerPreferences) -> Void) throws(Failure) {
        guard parts.isLasting else {
            throw Failure(
                .io, tr("Preferences cannot be kept: their schema is not installed. Install Parlando again."))
        }
        parts.preferences.change { change(&$0.servers) }
    }

    /// Stores a server's key in the keyring. The user enters the key on a terminal; if there is none, the key is a line
    /// of standard input.
    func keepKey(of profile: inout ServerProfile) async throws(Failure) {
        let text = isatty(STDIN_FILENO) != 0 ? getpass(tr("Key: ")).map { String(cString: $0) } : readLine()
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            throw Failure(.usage, tr("No key was given."))
        }
        guard let origin = Origin(profile.endpoint) else {
            throw Failure(ServerError(.invalidAddress), server: profile.address)
        }
        do throws(SecretError) {
            try await keys.keep(
                Private(text), as: SecretName(.server, owner: profile.id), for: origin,
                label: "Parlando: \(profile.name)")
        } catch {
            throw Failure(error)
        }
        profile.hasKey = true
    }

    /// Tells the user if the key is bound to another origin than that of the server's new address. A key that was
    /// stored without an origin is bound to the old address.
    func leaveKey(of old: ServerProfile, movedTo profile: ServerProfile) async throws(Failure) {
        guard profile.hasKey, let home = Origin(old.endpoint), home != Origin(profile.endpoint) else {
            return
        }
        let place: Origin?
        do throws(SecretError) {
            place = try await keys.place(of: SecretName(.server, owner: old.id), home: home)
        } catch {
            guard error.kind == .absent else {
                throw Failure(error)
            }
            place = home
        }
        guard let place, place != Origin(profile.endpoint) else {
            return
        }
        Output.error(
            tr(
                "The key is for {place} only. Give that of the new address with: {command}",
                ["place": place.text, "command": "parlandoctl servers edit \(profile.name) --key"]))
    }

    func removeKey(of profile: inout ServerProfile) async throws(Failure) {
        guard profile.hasKey else {
            return
        }
        do throws(SecretError) {
            try await keys.remove(SecretName(.server, owner: profile.id))
        } catch {
            throw Failure(error)
        }
        profile.hasKey = false
    }
}
