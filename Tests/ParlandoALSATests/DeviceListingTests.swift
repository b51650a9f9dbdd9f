import ParlandoCore
import Testing

@testable import ParlandoALSA

@Suite struct DeviceListingTests {
    @Test func aLaptopShowsEachMicrophoneOnce() {
        let names = [
            "null", "default", "lavrate", "samplerate", "speexrate", "jack", "oss", "pulse", "speex", "upmix",
            "vdownmix", "hw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0", "sysdefault:CARD=PCH", "front:CARD=PCH,DEV=0",
            "dsnoop:CARD=PCH,DEV=0", "hw:CARD=Camera,DEV=0", "plughw:CARD=Camera,DEV=0", "sysdefault:CARD=Camera",
            "dsnoop:CARD=Camera,DEV=0", "usbstream:CARD=Camera",
        ]
        #expect(ids(names) == ["default", "plughw:CARD=PCH,DEV=0", "plughw:CARD=Camera,DEV=0", "pulse"])
    }

    @Test(arguments: ["Playback/recording through the PulseAudio sound server", "Default ALSA Output (PipeWire)"])
    func theServerBehindTheDefaultIsNotShownTwice(description: String) {
        let hints = [hint("default", description), hint("pulse"), hint("pipewire"), hint("plughw:CARD=A,DEV=0")]
        #expect(DeviceListing.devices(hints).map(\.id) == ["default", "plughw:CARD=A,DEV=0"])
    }

    /// Also what the user configured, and a card without a converting name by its next best.
    @Test(arguments: [
        (
            ["default", "plughw:CARD=A,DEV=0", "plughw:CARD=A,DEV=2", "sysdefault:CARD=A"],
            ["default", "plughw:CARD=A,DEV=0", "plughw:CARD=A,DEV=2"]
        ),
        (["default", "sysdefault:CARD=A", "front:CARD=A"], ["default", "sysdefault:CARD=A"]),
        (["default", "studio"], ["default", "studio"]), (["null", "lavrate", "pulse", "jack", "oss"], []),
    ])
    func eachDeviceOfACardIsShown(names: [String], shown: [String]) {
        #expect(ids(names) == shown)
    }

    @Test func whatTheServerHasIsShownByItsOwnNames() {
        let served = [
            ServerDevice(name: "spk.monitor", description: "Monitor of Speaker", isMonitor: true),
            ServerDevice(name: "bluez_input.00:1B", description: "Headset"),
            ServerDevice(name: "two words, one", description: "Remapped"),
            ServerDevice(name: "\"", description: "Nameless"),
        ]
        let hints = [hint("default", "PulseAudio"), hint("pulse"), hint("plughw:CARD=A,DEV=0")]
        #expect(
            DeviceListing.devices(hints, served: served) == [
                .systemDefault, .computer, AudioDevice(id: "pulse:bluez_input.00:1B", name: "Headset"),
                AudioDevice(id: "pulse:\"two words, one\"", name: "Remapped"),
                AudioDevice(id: "pulse:spk.monitor", name: "Monitor of Speaker"),
                AudioDevice(id: "plughw:CARD=A,DEV=0", name: "A device"),
            ])
        // Without the plugin nobody could open them.
        #expect(DeviceListing.devices([hint("default")], served: served).map(\.id) == ["default"])
    }

    @Test func whatTheComputerPlaysNeedsALoudspeakerOfTheServerAndThePlugin() {
        let monitor = ServerDevice(name: "spk.monitor", description: "Speaker", isMonitor: true)
        func isListed(_ names: [String], _ served: ServerDevice...) -> Bool {
            DeviceListing.devices(names.map { hint($0) }, served: served).contains(.computer)
        }
        #expect(isListed(["default", "pulse"], monitor))
        #expect(!isListed(["default"], monitor))
        #expect(!isListed(["default", "pulse"], ServerDevice(name: "headset", description: "Headset")))
        #expect(!isListed(["default", "pulse", "plughw:CARD=A,DEV=0"]))
    }

    @Test func itIsTheMonitorOfTheDefaultLoudspeaker() throws {
        func name(_ sink: String) throws -> String {
            try DeviceListing.monitor(ServerDefaults(sink: sink, source: "headset"))
        }
        #expect(try name("alsa_output.pci-0000") == "pulse:alsa_output.pci-0000.monitor")
        #expect(try name("two words") == "pulse:\"two words.monitor\"")
        #expect(AudioDevice.isPlayed(try name("two words")) && !AudioDevice.isPlayed("pulse:headset"))
        for defaults in [nil, ServerDefaults(source: "headset"), ServerDefaults(sink: "\"")] {
            #expect(throws: (any Error).self) { try DeviceListing.monitor(defaults) }
        }
    }

    @Test func theDefaultHasANameOnlyIfItLeadsToTheServer() {
        let served = [ServerDevice(name: "headset", description: "Headset")]
        func name(_ description: String) -> String? {
            let hints = [hint("default", description), hint("pulse")]
            return DeviceListing.defaultDevice("headset", hints, served: served)?.name
        }
        #expect(name("Default ALSA Output (currently PulseAudio Sound Server)") == "Headset")
        #expect(name("HDA Intel PCH") == nil)
    }

    @Test func aDeviceIsCalledByTheFirstLineOfItsDescription() {
        let hints = [hint("plughw:CARD=A,DEV=0", "Blue Yeti, USB Audio\nHardware device with all software conversions")]
        let device = AudioDevice(id: "plughw:CARD=A,DEV=0", name: "Blue Yeti, USB Audio")
        #expect(DeviceListing.devices(hints).last == device)
        #expect(DeviceListing.devices([hint("studio", "")]).last?.name == "studio")
    }

    private func ids(_ names: [String]) -> [AudioDevice.ID] {
        DeviceListing.devices(names.map { hint($0) }).map(\.id)
    }

    private func hint(_ name: String, _ description: String = "A device") -> PCM.Hint {
        PCM.Hint(name: name, description: description)
    }
}
