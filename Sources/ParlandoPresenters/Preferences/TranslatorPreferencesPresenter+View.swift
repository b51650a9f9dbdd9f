public import ParlandoCore
import ParlandoServices

/// Turns the user's actions into preferences, keys and commands.
extension TranslatorPreferencesPresenter {
    /// Stores the user's change of a preference. Some changes are stored only after the user or the keyring has agreed.
    public func apply(_ change: PreferenceChange) {
        let old = screen.preferences
        if let address = change.value(of: \.translator.address) {
            changeAddress(to: address)
        } else if let service = change.value(of: \.translator.voiceService) {
            changeVoiceService(to: service)
        } else if change.value(of: \.translator.pinsAuthorities) == false, old.pinsAuthorities {
            confirm(TranslatorPreferencesWording.unpin) { $0.pinsAuthorities = false }
        } else if change.value(of: \.translator.keepsTranslations) == false, old.keepsTranslations {
            stopKeeping()
        } else {
            adopt(chosen.change { $0.apply(change) })
        }
    }

    /// Shows the voices of another language.
    public func chooseVoiceLanguage(_ code: String) {
        update { $0.voiceLanguage = code }
        listVoices()
    }

    /// Chooses a voice for the language that is shown. An empty identifier means that the best voice is chosen
    /// automatically.
    public func chooseVoice(_ id: String) {
        let choice = screen.voiceChoice
        choose { $0.voices[choice] = id.isEmpty ? nil : id }
    }

    /// Withdraws the consent that text is sent to a service. Text that waits to be sent is discarded.
    public func withdraw(_ service: String) {
        choose { $0.agreedServices.removeAll { $0 == service } }
        Task { [translator] in await translator.stopSending() }
        view?.showToast(TranslatorPreferencesWording.withdrawn(service))
    }

    /// Stores an API key, which replaces the earlier key of the same service.
    public func enterKey(_ key: Private<String>, of owner: TranslatorKeyOwner) {
        let text = Private(key.revealed.split(whereSeparator: \.isWhitespace).joined())
        guard !text.revealed.isEmpty, let name = self.name(of: owner) else {
            return
        }
        let isRefused = Self.serverKeys.contains(name) && screen.refusedAddress != nil
        guard !isRefused, let origin = keys.origin(of: name, screen.shownAddress) else {
            view?.showToast(isRefused ? screen.state.addressProblem : ServerError(.invalidAddress).message.text)
            view?.endKeyEntry(of: owner, isSaved: false)
            return
        }
        Task {
            do throws(SecretError) {
                // The note below the field says if the key is kept in memory only. Its text then stays in the field.
                if try await keys.keep(text, as: name, for: origin) {
                    view?.showToast(TranslatorPreferencesWording.kept(besides: keys.variable(of: name)))
                    view?.endKeyEntry(of: owner, isSaved: true)
                }
            } catch {
                view?.showToast(error.message.text)
                view?.endKeyEntry(of: owner, isSaved: false)
            }
            lookUpKeys()
            tellOfKeptData()
        }
    }

    /// Removes the API key of a service.
    public func removeKey(of owner: TranslatorKeyOwner) {
        guard let name = name(of: owner) else {
            return
        }
        Task {
            do throws(SecretError) {
                try await keys.remove(name)
                view?.showToast(tr("API key removed"))
            } catch {
                view?.showToast(error.message.text)
            }
            lookUpKeys()
            tellOfKeptData()
        }
    }

    /// Deletes all data that the program keeps, and resets the preferences, if the user confirms.
    public func removeAll() {
        Task {
            guard await view?.ask(TranslatorPreferencesWording.removeAll) ?? false else {
                return
            }
            await translator.stopSending()
            // An address that is still waiting for the keyring must not be stored after the removal.
            addressCount += 1
            update { ($0.refusedAddress, $0.pendingAddress) = (nil, nil) }
            await deleteAll()
        }
    }

    // MARK: Commands

    /// Names of the keys for services whose server address the user sets, such as LibreTranslate.
    private static let serverKeys = TranslationServiceKind.allCases.map(\.descriptor).filter(\.hasAddress)
        .compactMap(\.keyName)

    private func name(of owner: TranslatorKeyOwner) -> SecretName? {
        owner == .translation ? screen.keyOwner : screen.voiceKeyOwner
    }

    /// Stores the address of the user's translation server if it is valid. An invalid address stays in the field with a
    /// message about the problem. A new address needs a new consent of the user before text is sent there.
    private func changeAddress(to address: String) {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        let isRefused = SecureAddress.problem(in: address) != nil
        addressCount += 1
        update {
            $0.refusedAddress = isRefused ? address : nil
            $0.pendingAddress = isRefused ? nil : address
        }
        if !isRefused {
            leaveKey(goingTo: address)
        }
    }

    /// Binds a key that was stored without an origin to the address that is being replaced by `address`, and then
    /// stores `address`. The key is therefore never sent to the new server.
    private func leaveKey(goingTo address: String) {
        let number = addressCount
        let place = Origin(screen.preferences.address)
        guard let place, place != Origin(address) else {
            return take(address)
        }
        Task {
            do throws(SecretError) {
                for name in Self.serverKeys {
                    try await keys.leave(name, at: place)
                }
                if number == addressCount {
                    take(address)
                }
            } catch {
                guard number == addressCount else {
                    return
                }
                update { $0.pendingAddress = nil }
                view?.showToast(error.message.text)
                renderAgain()
            }
        }
    }

    private func take(_ address: String) {
        choose { choices in
            if choices.address != address {
                choices.agreedServices.removeAll {
                    TranslationServiceKind(rawValue: $0)?.descriptor.hasAddress == true
                }
            }
            choices.address = address
        }
        update { $0.pendingAddress = nil }
    }

    /// Changes the voice service. If the new service sends translations to a company, asks the user for consent first.
    private func changeVoiceService(to service: VoiceServiceKind) {
        let isAgreed =
            service.descriptor.isLocal || screen.preferences.agreedServices.contains(service.rawValue)
        guard !isAgreed, service != screen.preferences.voiceService else {
            return choose { $0.voiceService = service }
        }
        confirm(TranslatorWording.consent(service, engine: chosen.current.servers.engine())) { [today] choices in
            choices.voiceService = service
            choices.agree(to: service.rawValue, on: today)
        }
    }

    private func confirm(_ question: PageQuestion, _ change: @escaping (inout TranslatorPreferences) -> Void) {
        Task {
            if await view?.ask(question) ?? false {
                choose(change)
            } else {
                renderAgain()
            }
        }
    }

    /// Stops keeping translations, which also deletes the translations on disk. If there are any, asks the user first.
    private func stopKeeping() {
        Task {
            let kept = try? await archive.history(matching: "", limit: 1)
            if kept?.isEmpty ?? false {
                choose { $0.keepsTranslations = false }
            } else {
                confirm(TranslatorPreferencesWording.stopKeeping) { $0.keepsTranslations = false }
            }
        }
    }

    /// Deletes all data that the program keeps, and resets the preferences. If one part cannot be deleted, the others
    /// are deleted all the same, and the first failure is shown.
    private func deleteAll() async {
        var failures: [String] = []
        do throws(ArchiveError) {
            try await archive.removeAll()
        } catch {
            failures.append(error.message.text)
        }
        do throws(KeptFileError) {
            try await files.removeAll()
        } catch {
            failures.append(TranslatorPreferencesWording.left(error))
        }
        do throws(SecretError) {
            try await keys.removeAll()
        } catch {
            // Without a keyring, there are no keys.
            if error.kind != .absent {
                failures.append(error.message.text)
            }
        }
        chosen.reset()
        choose { $0 = TranslatorPreferences() }
        lookUpKeys()
        tellOfKeptData()
        view?.showToast(failures.first ?? tr("All data deleted"))
    }
}
