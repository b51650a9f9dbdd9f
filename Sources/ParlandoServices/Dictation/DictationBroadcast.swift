public import ParlandoCore
import Synchronization

/// An event of dictation, whichever page it belongs to.
public enum BroadcastEvent: Sendable, Equatable {
    /// The most important phase of all sessions, in the order listening, opening, paused, device lost, finishing, idle.
    case phase(DictationPhase)
    /// Punctuation that continues the final text, and interim words.
    case interim(String)
    /// New final text. It continues the earlier final text, unless `beginsParagraph`.
    case final(String, beginsParagraph: Bool)
}

/// Receives broadcast events on the main actor, in the order in which they happened.
@MainActor public protocol DictationBroadcastDelegate: AnyObject {
    func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent)
}

/// Broadcasts the events of several dictation services. Text that the user left out of the history, or that goes into
/// another application, is not broadcast. Thread-safe.
public final class DictationBroadcast: EventSource {
    @MainActor public weak var delegate: (any DictationBroadcastDelegate)?

    private let outbox = Outbox<BroadcastEvent>()
    private let phases = Mutex<[ObjectIdentifier: DictationPhase]>([:])
    private let privacy = Mutex(false)
    private let preferences: any PreferenceStore

    /// - Parameter preferences: say whether text goes into other applications.
    public init(preferences: any PreferenceStore) {
        self.preferences = preferences
        outbox.deliver(through: self)
    }

    /// Returns an observer for a dictation service.
    ///
    /// - Parameter sharesText: whether text is broadcast, and not only the phase.
    public func recorder(sharesText: Bool = true) -> any DictationRecording {
        Reporter(to: self, sharesText: sharesText)
    }

    /// Sets whether what is said from now on is not broadcast.
    public func setPrivate(_ isPrivate: Bool) {
        privacy.withLock { privacy in
            if isPrivate, !privacy {
                outbox.post(.interim(""))
            }
            privacy = isPrivate
        }
    }

    fileprivate var isPrivate: Bool {
        privacy.withLock { $0 }
    }

    fileprivate var isDeliveredElsewhere: Bool {
        preferences.load().delivery == .applications
    }

    @MainActor func report(_ event: BroadcastEvent) {
        delegate?.dictationBroadcast(self, didReport: event)
    }

    fileprivate func enter(_ phase: DictationPhase, _ reporter: Reporter) {
        phases.withLock { phases in
            let before = Self.foremost(phases.values)
            phases[ObjectIdentifier(reporter)] = phase
            let now = Self.foremost(phases.values)
            if now != before {
                outbox.post(.phase(now))
            }
        }
    }

    fileprivate func post(text event: BroadcastEvent) {
        privacy.withLock { isPrivate in
            if !isPrivate {
                outbox.post(event)
            }
        }
    }

    static func foremost(_ phases: some Collection<DictationPhase>) -> DictationPhase {
        let order: [DictationPhase] = [.listening, .opening, .paused, .deviceLost, .finishing]
        return order.first(where: phases.contains) ?? .idle
    }
}

/// Broadcasts the events of one dictation service.
///
/// A dictated punctuation mark may replace the punctuation of the last final word. Text that was broadcast as final
/// cannot be withdrawn, so punctuation is broadcast as interim text until it can no longer be replaced.
private final class Reporter: DictationRecording {
    /// What has been broadcast of the last paragraph.
    private struct Progress {
        var paragraph = 0
        /// The part that was broadcast as final.
        var text = ""
        var interim = ""
        var isHeldBack = false
        var wasTold = true
    }

    private let broadcast: DictationBroadcast
    private let sharesText: Bool
    private let progress = Mutex(Progress())

    init(to broadcast: DictationBroadcast, sharesText: Bool) {
        self.broadcast = broadcast
        self.sharesText = sharesText
    }

    func take(_ news: DictationNews) {
        switch news {
        case .began(let options):
            let former = options.resumed?.transcript ?? Transcript()
            progress.withLock { progress in
                // The rest of a session that was held back is held back too.
                let isHeldBack = options.resumed != nil && !progress.wasTold
                progress = Progress()
                progress.isHeldBack = isHeldBack
                progress.paragraph = max(former.paragraphs.count - 1, 0)
                progress.text = former.paragraphs.last?.text ?? ""
            }
        case .reported(.phase(let phase)):
            broadcast.enter(phase, self)
        case .reported(.takenBack(let transcript, _)):
            progress.withLock { progress in
                progress.paragraph = max(transcript.paragraphs.count - 1, 0)
                progress.text = transcript.paragraphs.last?.text ?? ""
            }
        case .reported(.transcript(let transcript)):
            progress.withLock { tell(transcript, &$0) }
        case .reported, .captured, .unfinished:
            break
        }
    }

    /// The running time depends only on the amount of new text and the length of one paragraph.
    private func tell(_ transcript: Transcript, _ progress: inout Progress) {
        progress.isHeldBack = progress.isHeldBack || broadcast.isDeliveredElsewhere
        progress.wasTold = sharesText && !progress.isHeldBack && !broadcast.isPrivate
        let lasting = transcript.lasting
        for index in lasting.paragraphs.indices.dropFirst(progress.paragraph) {
            if index > progress.paragraph {
                progress.paragraph = index
                progress.text = ""
            }
            tellFinal(lasting.paragraphs[index].text, &progress)
        }
        let held = String((transcript.paragraphs.last?.text ?? "").dropFirst(progress.text.count))
        let space = held.isEmpty || transcript.interim.first?.isGlued ?? true ? "" : " "
        let interim = held + space + transcript.interim.text
        if interim != progress.interim {
            progress.interim = interim
            post(.interim(interim), progress)
        }
    }

    private func tellFinal(_ text: String, _ progress: inout Progress) {
        guard text.count > progress.text.count else {
            return
        }
        let new = String(text.dropFirst(progress.text.count))
        post(.final(new, beginsParagraph: progress.text.isEmpty), progress)
        progress.text = text
    }

    private func post(_ event: BroadcastEvent, _ progress: Progress) {
        if progress.wasTold {
            broadcast.post(text: event)
        }
    }
}
