import CPulse
import Dispatch
import Foundation
import Synchronization

struct ServerDevice: Sendable, Equatable {
    /// As the server knows it. One that comes back has another number.
    var index: UInt32 = 0
    var name: String
    /// For people.
    var description: String
    /// Whether it is what a loudspeaker plays.
    var isMonitor = false
}

/// The devices that a sound server uses by default, by its names; nil if there is none.
struct ServerDefaults: Sendable, Equatable {
    var sink: String?
    var source: String?
    /// Of the sink.
    var index: UInt32?
}

/// A connection to the sound server: PulseAudio, or PipeWire in its place. The only file that uses libpulse.
///
/// For one thread, except `wake`. Every call but `waitForChange` waits for two seconds at most.
// Unchecked, because libpulse's loop may be woken from any thread; everything else happens on one.
final class SoundServer: @unchecked Sendable {
    /// In case the server hangs.
    private static let seconds = 2.0

    private let loop: OpaquePointer
    private let context: OpaquePointer
    private var hasChanged = false

    /// Nil if there is no server of the user; starts none.
    init?() {
        guard let loop = pa_mainloop_new() else {
            return nil
        }
        guard let context = pa_context_new(pa_mainloop_get_api(loop), "Parlando") else {
            pa_mainloop_free(loop)
            return nil
        }
        (self.loop, self.context) = (loop, context)
        guard pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0,
            wait(until: { pa_context_get_state(context) == PA_CONTEXT_READY })
        else {
            return nil
        }
    }

    deinit {
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    /// Empty if the server does not answer.
    func devices(_ direction: PCM.Direction) -> [ServerDevice] {
        let answer = ask { place in
            switch direction {
            case .capture:
                pa_context_get_source_info_list(
                    context,
                    { _, info, _, place in
                        if let info = info?.pointee {
                            let isMonitor = info.monitor_of_sink != UInt32.max
                            Answer.at(place)?.add(info.index, info.name, info.description, isMonitor)
                        }
                    }, place)
            case .playback:
                pa_context_get_sink_info_list(
                    context,
                    { _, info, _, place in
                        if let info = info?.pointee {
                            Answer.at(place)?.add(info.index, info.name, info.description, false)
                        }
                    }, place)
            }
        }
        return answer?.devices ?? []
    }

    /// Nil if the server does not answer.
    func defaults() -> ServerDefaults? {
        let answer = ask { place in
            pa_context_get_server_info(
                context,
                { _, info, place in
                    if let info = info?.pointee {
                        Answer.at(place)?.defaults = ServerDefaults(
                            sink: Answer.name(info.default_sink_name), source: Answer.name(info.default_source_name))
                    }
                }, place)
        }
        guard var defaults = answer?.defaults else {
            return nil
        }
        let sinks = devices(.playback)
        defaults.index = sinks.first { $0.name == defaults.sink }?.index
        return sinks.isEmpty && defaults.sink != nil ? nil : defaults
    }

    /// Returns false if the server does not answer.
    func subscribe() -> Bool {
        pa_context_set_subscribe_callback(
            context,
            { _, event, _, server in
                if let server, SoundServer.isNews(event) {
                    Unmanaged<SoundServer>.fromOpaque(server).takeUnretainedValue().hasChanged = true
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        let kinds = PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue
        let mask = pa_subscription_mask_t(rawValue: kinds | PA_SUBSCRIPTION_MASK_SERVER.rawValue)
        return finish(pa_context_subscribe(context, mask, nil, nil))
    }

    /// Waits until a device comes or goes, or another one is the default. Returns false if the connection is lost, or
    /// after `wake` with `isOver` set.
    func waitForChange(until isOver: borrowing Atomic<Bool>) -> Bool {
        while !hasChanged {
            guard !isOver.load(ordering: .acquiring), isConnected, pa_mainloop_iterate(loop, 1, nil) >= 0 else {
                return false
            }
        }
        hasChanged = false
        return true
    }

    /// Thread-safe.
    func wake() {
        pa_mainloop_wakeup(loop)
    }

    private var isConnected: Bool {
        PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
    }

    /// Nil if the question was not answered.
    private func ask(_ question: (UnsafeMutableRawPointer?) -> OpaquePointer?) -> Answer? {
        let answer = Answer()
        return finish(question(Unmanaged.passUnretained(answer).toOpaque())) ? answer : nil
    }

    /// Returns whether the question was answered.
    private func finish(_ question: OpaquePointer?) -> Bool {
        guard let question else {
            return false
        }
        defer { pa_operation_unref(question) }
        guard wait(until: { pa_operation_get_state(question) != PA_OPERATION_RUNNING }) else {
            pa_operation_cancel(question)
            return false
        }
        return pa_operation_get_state(question) == PA_OPERATION_DONE
    }

    private func wait(until isMet: () -> Bool) -> Bool {
        let end = AudioClock.seconds() + Self.seconds
        while !isMet() {
            let left = end - AudioClock.seconds()
            guard left > 0, isConnected, pa_mainloop_prepare(loop, Int32(left * 1e6)) >= 0,
                pa_mainloop_poll(loop) >= 0, pa_mainloop_dispatch(loop) >= 0
            else {
                return isMet()
            }
        }
        return true
    }
}

extension SoundServer {
    /// On the thread that waits for it.
    private final class Answer {
        var devices: [ServerDevice] = []
        var defaults: ServerDefaults?

        static func at(_ place: UnsafeMutableRawPointer?) -> Answer? {
            place.map { Unmanaged<Answer>.fromOpaque($0).takeUnretainedValue() }
        }

        /// PipeWire says `@DEFAULT_SINK@` if there is no sink.
        static func name(_ text: UnsafePointer<CChar>?) -> String? {
            text.map { String(cString: $0) }.flatMap { $0.isEmpty || $0.hasPrefix("@") ? nil : $0 }
        }

        func add(
            _ index: UInt32, _ name: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?, _ isMonitor: Bool
        ) {
            if let name = name.map({ String(cString: $0) }) {
                let title = description.map { String(cString: $0) } ?? name
                devices.append(ServerDevice(index: index, name: name, description: title, isMonitor: isMonitor))
            }
        }
    }

    /// A changed volume is no news.
    private static func isNews(_ event: pa_subscription_event_type_t) -> Bool {
        let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        let object = event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        return object == PA_SUBSCRIPTION_EVENT_SERVER.rawValue || kind != PA_SUBSCRIPTION_EVENT_CHANGE.rawValue
    }
}

/// Notices changes of the sound server's devices, also of one that is started later or again. Has a thread of its own,
/// and does not poll.
final class ServerWatch: Sendable {
    /// For a server that was ended to be there again.
    private static let restart = DispatchTimeInterval.milliseconds(500)

    private let isOver = Atomic<Bool>(false)
    /// When there may be a server again.
    private let bell: DispatchSemaphore
    private let server = Mutex<SoundServer?>(nil)
    private let folder: FolderWatch?

    /// Lasts until `cancel`.
    ///
    /// - Parameter onChange: called on a private thread, with the connection; nil if it was lost.
    init(onChange: @escaping @Sendable (SoundServer?) -> Void) {
        let bell = DispatchSemaphore(value: 0)
        self.bell = bell
        folder = Self.socketFolder.flatMap { FolderWatch($0) { bell.signal() } }
        _ = AudioThread.run("parlando-server") { self.run(onChange) }
    }

    /// Thread-safe.
    func cancel() {
        isOver.store(true, ordering: .releasing)
        server.withLock { $0?.wake() }
        bell.signal()
        folder?.cancel()
    }

    private func run(_ onChange: (SoundServer?) -> Void) {
        while !isOver.load(ordering: .acquiring) {
            guard let connected = SoundServer(), connected.subscribe() else {
                bell.wait()
                continue
            }
            server.withLock { $0 = connected }
            repeat {
                onChange(connected)
            } while connected.waitForChange(until: isOver)
            server.withLock { $0 = nil }
            onChange(nil)
            _ = bell.wait(timeout: .now() + Self.restart)
        }
    }

    /// Where the server makes its socket, as libpulse finds it.
    private static var socketFolder: String? {
        let environment = ProcessInfo.processInfo.environment
        return environment["PULSE_RUNTIME_PATH"] ?? environment["XDG_RUNTIME_DIR"].map { $0 + "/pulse" }
    }
}
