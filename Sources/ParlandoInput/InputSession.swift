import Foundation
import Glibc
import ParlandoCore

/// Parlando's engine for IBus: carries out commands of the program and reports events of IBus.
@MainActor final class InputSession {
    private static let engine = "parlando"
    /// Milliseconds in which IBus reports what a field with the focus is. Nothing is inserted before: it may be for a
    /// password.
    private static let settling: UInt32 = 50
    /// After this, even a busy computer has passed on the purpose of a field.
    private static let late = Duration.milliseconds(500)
    /// Milliseconds between requests for the text around the caret, until the kind of field is clear. At most
    /// `questions` follow an event; later changes are learned only if the application reports them.
    private static let asking: UInt32 = 400
    private static let questions = 5
    /// Seconds for restoring the former engine, after which this process ends in any case.
    private static let lifetime: UInt32 = 5
    /// Seconds after a restart of IBus in which the desktop may choose an engine by itself, which is not the user's
    /// choice.
    private static let startUp = 4.0

    private let note: String
    private var focus = FieldFocus(isInShell: InputSession.isInShell)
    /// Whether Parlando's engine is in use.
    private var isActive = false
    /// Whether IBus was asked to use it and has not answered yet.
    private var isChoosing = false
    /// If the engine was registered, IBus uses none when this process ends.
    private var hasOffered = false
    private var isEnding = false
    private var former: String?
    private var restart: Date?
    private var visits = 0
    /// When the program was told of the present field.
    private var began = ContinuousClock.now
    /// Whether the program was told of the present field.
    private var isEntered = false
    /// The latest timer. Earlier ones are ignored when they fire.
    private var wait: UInt32 = 0
    private var shown = ""
    /// A command that waits for the text around the caret.
    private var erasure: (number: Int, text: String, visit: Int)?
    /// The last command since the field got the focus; 0 if there was none.
    private var obeyed = 0
    /// Requests for the text around the caret since the last event.
    private var asked = 0
    /// Whether the application has had time to report the text around the caret.
    private var isAnswered = false
    private let encoder = JSONEncoder()

    /// - Parameter note: path of the file that names the former engine.
    init(note: String) {
        self.note = note
    }

    /// Returns when the program ends or asks this process to end.
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

    /// GNOME on Wayland.
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
        case .end:
            erase()
            end()
        case .waited(0): erase()
        case .waited(let number): settle(number)
        }
    }

    // MARK: The engine

    private func activate() {
        let current = InputMethod.engine
        if let current, current != Self.engine {
            former = current
        } else {
            // Parlando was killed while its engine was in use, or IBus has just begun.
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

    /// The user or the desktop has changed the engine.
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
        // Ends this process even if something hangs.
        alarm(Self.lifetime)
        if isActive {
            show("")
        }
        if hasOffered {
            restore()
        }
        InputMethod.quit()
    }

    /// Keeps an engine that the user or the desktop has chosen meanwhile.
    private func restore() {
        let current = InputMethod.engine
        let restored = current == Self.engine ? former : current ?? former
        // Without a former engine there is nothing to restore: IBus drops this one with the process.
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

    /// Begins to find out what the field is for.
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

    /// Whether a new purpose is likely to be a late report, and not that of another field in the context. Nothing has
    /// been written yet then, and neither field is for a secret.
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
            // The text may be an old one, or that of another field whose application reports none.
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

    /// An input context that serves several fields is reset when the focus moves between them.
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
        case .erase(let number, let text, let visit):
            erasure = (number, text, visit)
            InputMethod.ask()
            InputMethod.wait(Self.settling, token: 0)
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

    private func erase() {
        guard let (number, text, visit) = erasure else {
            return
        }
        erasure = nil
        guard isActive, isEntered, visit == visits, !focus.isSecret, InputMethod.erase(text) else {
            return report(.refused(number))
        }
        show("")
        report(.written(number))
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
        // A program that does not read hangs or has ended. Waiting for it would delay restoring the engine.
        _ = data.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
