public import ParlandoCore
import Synchronization

/// An event of dictation that `DictationBroadcast` reports, whichever page of the program the dictation belongs to.
public enum BroadcastEvent: Sendable, Equatable {
    /// The most important phase among all sessions, in the order listening, opening, paused, device lost, finishing,
    /// idle.
    case phase(DictationPhase)
    /// The interim text, which may still change: punctuation that continues the final text, and interim words. Empty if
    /// there is none.
    case interim(String)
    /// Text that has become final since the last such event and will not change. It continues the earlier final text,
    /// unless `beginsParagraph` is true.
    case final(String, beginsParagraph: Bool)
}

/// Receives broadcast events on the main actor, in the order in which they happened.
@MainActor public protocol DictationBroadcastDelegate: AnyObject {
    func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent)
}

/// Broadcasts the events of several dictation services, in addition to their own delegates. Text that the user left out
/// of the history, or that goes into another application, is not broadcast. Thread-safe.
public final class DictationBroadcast: EventSource {
    /// The receiver of the broadcast events, which is held weakly.
    @MainActor public weak var delegate: (any DictationBroadcastDelegate)?

    private let outbox = Outbox<BroadcastEvent>()
    private let phases = Mutex<[ObjectIdentifier: DictationPhase]>([:])
    private let privacy = Mutex(false)
    private let preferences: any PreferenceStore

    /// - Parameter preferences: say whether dictated text goes into other applications.
    public init(preferences: any PreferenceStore) {
        self.preferences = preferences
        outbox.deliver(through: self)
    }

    /// Returns an observer for a dictation service. It broadcasts the events of the service, and forwards everything to
    /// `recorder`.
    ///
    /// - Parameter sharesText: whether text is broadcast, and not only the phase.
    public func recorder(
        beside recorder: any DictationRecording, sharesText: Bool = true
    ) -> any DictationRecording {
        Reporter(beside: recorder, to: self, sharesText: sharesText)
    }

    /// Sets whether what is said from now on is private. If so, it is not broadcast.
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

    /// Whether dictated text goes into other applications.
    fileprivate var isDeliveredElsewhere: Bool {
        preferences.load().delivery == .applications
    }

    @MainActor func report(_ event: BroadcastEvent) {
        delegate?.dictationBroadcast(self, didReport: event)
    }

    /// Records the phase of one service. Posts the most important phase of all services if it has changed.
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

    /// Posts text, unless it has become private.
    fileprivate func post(text event: BroadcastEvent) {
        privacy.withLock { isPrivate in
            if !isPrivate {
                outbox.post(event)
            }
        }
    }

    private static func foremost(_ phases: some Collection<DictationPhase>) -> DictationPhase {
        let order: [DictationPhase] = [.listening, .opening, .paused, .deviceLost, .finishing]
        return order.first(where: phases.contains) ?? .idle
    }
}

/// Broadcasts the events of one dictation service.
///
/// On the dictation page, a dictated punctuation mark may replace the punctuation of the last final word. Text that was
/// broadcast as final cannot be withdrawn. Punctuation is therefore broadcast as interim text until it can no longer be
/// replaced.
private final class Reporter: DictationRecording {
    /// What has been broadcast of the last paragraph: its final text, and the interim text after it.
    private struct Progress {
        var paragraph = 0
        /// The part of the last paragraph that was broadcast as final.
        var text = ""
        var interim = ""
        /// Whether nothing of this session is broadcast.
        var isHeldBack = false
        /// Whether the latest text was broadcast.
        var wasTold = true
    }

    private let other: any DictationRecording
    private let broadcast: DictationBroadcast
    private let sharesText: Bool
    private let progress = Mutex(Progress())

    init(beside other: any DictationRecording, to broadcast: DictationBroadcast, sharesText: Bool) {
        self.other = other
        self.broadcast = broadcast
        self.sharesText = sharesText
    }

    func take(_ news: DictationNews) {
        other.take(news)
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
        case .reported(.transcript(let transcript)):
            progress.withLock { tell(transcript, &$0) }
        case .reported, .captured:
            break
        }
    }

    /// Broadcasts new text. The running time depends only on the amount of new text and the length of one paragraph.
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

    /// Broadcasts the part of a paragraph's final text that has not been broadcast yet.
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
