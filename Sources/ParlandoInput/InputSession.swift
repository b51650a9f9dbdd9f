import Foundation
import Glibc
import ParlandoCore

/// Runs Parlando's engine for IBus: passes commands of the program to IBus, and reports events of IBus to the program.
@MainActor final class InputSession {
    private static let engine = "parlando"
    /// Time in milliseconds in which IBus reports all properties of a field that has got the focus. No text is inserted
    /// before, because the field may be one for a password.
    private static let settling: UInt32 = 50
    /// Time after which a busy computer has passed on the purpose of a field in any case.
    private static let late = Duration.milliseconds(500)
    /// Interval in milliseconds between requests for the text around the caret, which are sent until the kind of field
    /// is clear. At most `questions` requests follow an event of IBus. After that, changes are learned only if the
    /// application reports them by itself.
    private static let asking: UInt32 = 400
    private static let questions = 5
    /// Timeout in seconds for restoring the former IBus engine, after which this process ends in any case.
    private static let lifetime: UInt32 = 5
    /// Time in seconds after a restart of IBus during which the desktop may choose an engine by itself. Such a choice
    /// is not taken for the user's.
    private static let startUp = 4.0

    private let note: String
    private var focus = FieldFocus(isInShell: InputSession.isInShell)
    /// Whether Parlando's IBus engine is in use.
    private var isActive = false
    /// Whether IBus was asked to use Parlando's engine and has not answered yet.
    private var isChoosing = false
    /// Whether Parlando's engine was registered with IBus. If it was, IBus stops using any engine when this process
    /// ends.
    private var hasOffered = false
    private var isEnding = false
    private var former: String?
    private var restart: Date?
    private var visits = 0
    /// When the program was told that the present field has the focus.
    private var began = ContinuousClock.now
    /// Whether the program was told that the present field has the focus.
    private var isEntered = false
    /// Number of the latest timer that was started. Earlier timers are ignored when they fire.
    private var wait: UInt32 = 0
    private var shown = ""
    /// Number of the last command that was carried out since the present field got the focus, or 0 if there was none.
    private var obeyed = 0
    /// Number of requests for the text around the caret since the last event.
    private var asked = 0
    /// Whether the application has had enough time since it got the focus to report the text around the caret.
    private var isAnswered = false
    private let encoder = JSONEncoder()

    /// - Parameter note: path of the file that names the former IBus engine.
    init(note: String) {
        self.note = note
    }

    /// Makes IBus use Parlando's engine, and runs until the program ends or asks this process to end.
    func run() {
        guard InputMethod.begin({ self.take($0) }) else {
            report(.failed(.notRunning))
            return
        }
        activate()
        if !isEnding {
            InputMethod.run()
        }
    }

    /// Whether the desktop is GNOME on Wayland.
    private static var isInShell: Bool {
        let environment = ProcessInfo.processInfo.environment
        return environment["WAYLAND_DISPLAY"] != nil && environment["XDG_CURRENT_DESKTOP"]?.contains("GNOME") == true
    }

    private func take(_ event: InputMethod.Event) {
        switch event {
        case .connected: reconnect()
        case .disconnected: disconnect()
        case .chosen(let isDone): becomeActive(isDone)
        case .changed(let name): follow(name)
        case .focused(let path, let client): enter(path, client)
        case .blurred(let path): blur(path)
        case .purpose(let purpose): update { $0.purpose = purpose }
        case .capabilities(let capabilities): update { $0.capabilities = capabilities }
        case .surroundings(let text, let caret): see(text, caret)
        case .reset: reset()
        case .line(let line): obey(line)
        case .end: end()
        case .waited(let number): settle(number)
        }
    }

    // MARK: The engine

    private func activate() {
        let current = InputMethod.engine
        if let current, current != Self.engine {
            former = current
        } else {
            // Parlando was killed while its engine was in use, or IBus has only just begun.
            former = FormerEngine.read(note)?.name ?? former
        }
        guard FormerEngine(name: former).write(note), hasOffered || InputMethod.offer(Self.engine) else {
            fail()
            return
        }
        hasOffered = true
        focus.beginEngine()
        isChoosing = true
        InputMethod.choose(Self.engine)
    }

    private func becomeActive(_ isDone: Bool) {
        isChoosing = false
        guard isDone else {
            fail()
            return
        }
        isActive = true
        report(.ready)
        if !focus.isNowhere, !isEntered {
            settleLater(Self.settling)
        }
    }

    private func fail() {
        report(.failed(.refused))
        end()
    }

    /// Handles a change of the IBus engine by the user or the desktop.
    private func follow(_ name: String) {
        guard isActive, !isEnding, name != Self.engine else {
            return
        }
        leave(focus.path)
        isActive = false
        former = name.isEmpty ? former : name
        if let restart, restart.timeIntervalSinceNow > -Self.startUp {
            activate()
            return
        }
        _ = FormerEngine(name: former).write(note)
        report(.replaced)
    }

    private func disconnect() {
        isActive = false
        isChoosing = false
        isEntered = false
        hasOffered = false
        focus.lose()
        if isEnding {
            InputMethod.quit()
        } else {
            report(.lost)
        }
    }

    private func reconnect() {
        guard !isActive, !isChoosing, !isEnding else {
            return
        }
        restart = Date()
        activate()
    }

    // MARK: The end

    private func end() {
        guard !isEnding else {
            return
        }
        isEnding = true
        // Ends this process in any case, even if something hangs.
        alarm(Self.lifetime)
        if isActive {
            show("")
        }
        if hasOffered {
            restore()
        }
        InputMethod.quit()
    }

    /// Restores the IBus engine that was in use before, or keeps one that the user or the desktop has chosen meanwhile.
    private func restore() {
        let current = InputMethod.engine
        let restored = current == Self.engine ? former : current ?? former
        // If no engine was in use before, nothing has to be restored: IBus drops this one when the process ends.
        if restored.map(InputMethod.leave) ?? true {
            FormerEngine.remove(note)
        }
    }

    // MARK: The field

    private func enter(_ path: String?, _ client: String?) {
        leave(focus.path)
        focus.enter(path ?? InputMethod.focused ?? "", client ?? "")
        guard !focus.isNowhere else {
            return
        }
        begin()
    }

    private func blur(_ path: String?) {
        leave(path.map(focus.named) ?? focus.path)
        focus.blur()
    }

    /// Begins to determine the kind of field that has the focus.
    private func begin() {
        isAnswered = false
        asked = 0
        InputMethod.ask()
        settleLater(Self.settling)
    }

    private func leave(_ path: String, tookInterim: Bool = false) {
        wait += 1
        shown = ""
        if isEntered {
            isEntered = false
            report(.left(path: path, took: tookInterim ? obeyed : nil))
        }
    }

    private func update(_ change: (inout FieldFocus) -> Void) {
        let old = focus
        change(&focus)
        guard isEntered, focus != old else {
            return
        }
        show("")
        if focus.purpose != old.purpose, !isLate(old) {
            // The focus may have moved to another field of the same context.
            leave(focus.path)
            focus.share()
            begin()
        } else {
            report(.entered(focus.visit(visits)))
        }
    }

    /// Returns whether a new purpose of the field is likely one that the application has reported late, and not that of
    /// another field in the same context. Nothing has been written yet then, and neither field is for a secret.
    private func isLate(_ old: FieldFocus) -> Bool {
        obeyed == 0 && !focus.isShared && ![old, focus].contains { $0.visit(visits).purpose == .secret }
            && began.duration(to: .now) < Self.late
    }

    private func settleLater(_ milliseconds: UInt32) {
        wait += 1
        InputMethod.wait(milliseconds, token: wait)
    }

    private func settle(_ number: UInt32) {
        guard number == wait, isActive, !focus.isNowhere else {
            return
        }
        if !isEntered, !focus.isInDoubt {
            guard !focus.isSilent || isAnswered else {
                isAnswered = true
                InputMethod.ask()
                settleLater(Self.asking)
                return
            }
            focus.inferFromSilence()
            beginVisit()
        } else if !isEntered, asked >= Self.questions {
            // The text may be the one that IBus passed on last, or that of another field whose application reports none.
            focus.forget()
            beginVisit()
        }
        if focus.asksOn, asked < Self.questions {
            asked += 1
            InputMethod.ask()
            settleLater(Self.asking)
        }
    }

    private func beginVisit() {
        visits += 1
        began = .now
        obeyed = 0
        isEntered = true
        report(.entered(focus.visit(visits)))
    }

    private func see(_ text: String, _ caret: Int) {
        let isAwaited = focus.isInDoubt || isAnswered
        focus.see(text, caret: caret)
        if isEntered {
            report(.around(CaretSurroundings(text: text, caret: caret), visit: visits))
        } else if isAwaited {
            settleLater(Self.settling)
        }
    }

    /// Handles a reset of the input context, the object through which IBus serves a field. A context that serves several
    /// fields is reset when the focus moves from one of these fields to another.
    private func reset() {
        guard focus.isShared, !focus.isNowhere else {
            return
        }
        leave(focus.path, tookInterim: focus.endsWith(shown))
        focus.doubt()
        begin()
    }

    // MARK: The program

    private func obey(_ line: String) {
        switch try? OutsideJSON.decode(CaretCommand.self, from: Data(line.utf8)) {
        case .write(let number, let final, let interim, let visit):
            guard isActive, isEntered, visit == visits, !focus.isSecret, final.isEmpty || InputMethod.commit(final)
            else {
                report(.refused(number))
                return
            }
            obeyed = number
            focus.asksOn = false
            if interim != shown || !final.isEmpty && !interim.isEmpty {
                show(interim)
            }
            if !final.isEmpty {
                report(.written(number))
            }
        case .takeOver:
            guard InputMethod.isConnected else {
                report(.lost)
                return
            }
            if !isActive, !isChoosing {
                activate()
            }
        case nil:
            break
        }
    }

    private func show(_ text: String) {
        shown = text
        InputMethod.show(text)
    }

    private func report(_ event: CaretEvent) {
        guard var data = try? encoder.encode(event) else {
            return
        }
        data.append(UInt8(ascii: "\n"))
        // If the program does not read, it hangs or has ended. Waiting for it would delay restoring the former engine.
        _ = data.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
