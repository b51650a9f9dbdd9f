import ParlandoCore
import Testing

struct ServiceDescriptorTests {
    @Test(arguments: ServiceDescriptor.all) func aKeyHasAPlaceToGoTo(service: ServiceDescriptor) {
        #expect(service.isLocal == (service.keyNeed == .none))
        guard let name = service.keyName else {
            return
        }
        #expect(!name.owner.isEmpty)
        let place = ServiceHomes().origin(ofKey: name.owner, address: "https://own.example")
        #expect(place == Origin(service.home ?? "https://own.example"))
    }

    @Test(arguments: ServiceDescriptor.all) func aServiceHasAHomeOrAnAddressOrIsLocal(service: ServiceDescriptor) {
        #expect([service.isLocal, service.hasAddress, service.home != nil].count { $0 } == 1)
        #expect((service.home.map(ServiceHomes.isGoogle) ?? false) == service.isGoogle)
    }

    @Test func servicesWithOneKeyShareItsName() {
        let (translation, voice) = (TranslationServiceKind.gemini.descriptor, VoiceServiceKind.gemini.descriptor)
        #expect(translation.keyName == voice.keyName)
        #expect(translation.keyName != VoiceServiceKind.google.descriptor.keyName)
    }

    @Test func aGatewayStandsForItsServiceOnly() {
        var homes = ServiceHomes()
        homes.gemini = "https://gateway.example"
        #expect(homes["gemini"] == "https://gateway.example")
        #expect(homes.google == ServiceHomes().google)
        #expect(homes.origin(ofKey: "gemini", address: "") == Origin("https://gateway.example"))
        #expect(ServiceHomes.owners.isSuperset(of: ["gemini", "google"]))
    }
}
