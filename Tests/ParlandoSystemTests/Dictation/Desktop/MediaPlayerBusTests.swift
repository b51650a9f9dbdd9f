import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MediaPlayerBusTests {
    /// Media players, played by a program that prints each call: those named on the command line, as `name=status`. The
    /// one that is called `deaf` never answers. A line `stop NAME` of the input changes a status.
    private static let program = """
        import sys, threading
        from gi.repository import Gio, GLib
        PLAYER = "org.mpris.MediaPlayer2.Player"
        node = Gio.DBusNodeInfo.new_for_xml(f'''<node><interface name="{PLAYER}"><method name="Play"/>
          <method name="Pause"/><property name="PlaybackStatus" type="s" access="read"/></interface>
          <interface name="org.freedesktop.DBus.Properties"><method name="Get"><arg type="s" direction="in"/>
          <arg type="s" direction="in"/><arg type="v" direction="out"/></method></interface></node>''')
        states, buses = dict(text.split("=") for text in sys.argv[2:]), {}
        def call(name):
            def called(bus, sender, path, interface, method, values, call):
                if name == "deaf":
                    return
                if method == "Get":
                    value = GLib.Variant("u", 7) if states[name] == "odd" else GLib.Variant("s", states[name])
                    return call.return_value(GLib.Variant("(v)", (value,)))
                states[name] = {"Pause": "Paused", "Play": "Playing"}[method]
                print(method, name, flush=True)
                call.return_value(None)
            return called
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        for name in states:
            bus = buses[name] = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
            bus.register_object("/org/mpris/MediaPlayer2", node.interfaces[0], call(name))
            bus.register_object("/org/mpris/MediaPlayer2", node.interfaces[1], call(name))
            bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
                          GLib.Variant("(su)", ("org.mpris.MediaPlayer2." + name, 0)), None, 0, -1, None)
        def change(text):
            verb, name = text.split()
            if verb == "leave":
                buses[name].close_sync()
            else:
                states[name] = "Stopped"
            print(text.strip(), flush=True)
        def listen():
            for text in sys.stdin:
                GLib.idle_add(change, text)
        threading.Thread(target=listen, daemon=True).start()
        print("ready", flush=True)
        GLib.MainLoop().run()
        """

    /// The program on a bus of its own. Used by one test, one call after the other.
    private final class Stage: @unchecked Sendable {
        let bus: PrivateBus
        private let process = Process()
        private let (output, input) = (Pipe(), Pipe())

        init(_ players: String...) async throws {
            bus = try PrivateBus(.none)
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["-c", MediaPlayerBusTests.program, bus.address] + players
            process.standardOutput = output
            process.standardInput = input
            try process.run()
            _ = await next()
        }

        deinit {
            // SIGKILL, because a child process started on a libdispatch thread has SIGTERM blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            bus.stop()
        }

        /// The next line that the program prints. Waits on another thread than the players, which need one too.
        func next() async -> String {
            await withCheckedContinuation { line in
                DispatchQueue.global().async { line.resume(returning: self.read()) }
            }
        }

        private func read() -> String {
            var line = Data()
            while line.last != UInt8(ascii: "\n"), let byte = try? output.fileHandleForReading.read(upToCount: 1),
                !byte.isEmpty
            {
                line += byte
            }
            return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
        }

        func tell(_ text: String) async throws {
            try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
            #expect(await next() == text)
        }
    }

    @Test func onlyThosePauseThatPlayAndOnlyTheyGoOn() async throws {
        let stage = try await Stage("one=Playing", "two=Paused", "three=odd", "four=Stopped")
        let players = MediaPlayerBus(address: stage.bus.address)
        players.set(arePaused: true)
        #expect(await stage.next() == "Pause one")
        players.set(arePaused: false)
        #expect(await stage.next() == "Play one")
        // Had the others been called, it would be told before this.
        players.finish()
        try await stage.tell("stop two")
    }

    @Test func aPlayerThatWasStoppedOrHasLeftIsLeftAlone() async throws {
        let stage = try await Stage("one=Playing", "two=Playing", "three=Playing")
        let players = MediaPlayerBus(address: stage.bus.address)
        players.set(arePaused: true)
        let called = [await stage.next(), await stage.next(), await stage.next()]
        #expect(Set(called) == ["Pause one", "Pause two", "Pause three"])
        try await stage.tell("stop one")
        try await stage.tell("leave two")
        players.finish()
        #expect(await stage.next() == "Play three")
        try await stage.tell("stop three")
    }

    @Test func aPlayerThatNeverAnswersHoldsNothingUp() async throws {
        let stage = try await Stage("deaf=Playing", "one=Playing")
        let players = MediaPlayerBus(address: stage.bus.address)
        let clock = ContinuousClock()
        let start = clock.now
        players.set(arePaused: true)
        #expect(clock.now - start < .milliseconds(500))
        #expect(await stage.next() == "Pause one")
        players.finish()
        #expect(await stage.next() == "Play one")
        #expect(clock.now - start < .seconds(10))
    }

    @Test func withoutABusNothingHappens() {
        let players = MediaPlayerBus(address: "unix:path=/nonexistent")
        players.set(arePaused: true)
        players.finish()
    }
}
