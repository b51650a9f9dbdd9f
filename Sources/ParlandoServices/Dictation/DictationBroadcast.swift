import ParlandoCore
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

/// Broadcasts the events of several dictation services, in addition to their own delegates. Thread-safe.
public final class DictationBroadcast: EventSource {
    /// The receiver of the broadcast events, which is held weakly.
    @MainActor public weak var delegate: (any DictationBroadcastDelegate)?

    private let outbox = Outbox<BroadcastEvent>()
    private let phases = Mutex<[ObjectIdentifier: DictationPhase]>([:])

    public init() {
        outbox.deliver(through: self)
    }

    /// Returns an observer for a dictation service. It broadcasts the events of the service, and forwards everything to
    /// `recorder`.
    public func recorder(beside recorder: any DictationRecording) -> any DictationRecording {
        Reporter(beside: recorder, to: self)
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

    fileprivate func post(_ event: BroadcastEvent) {
        outbox.post(event)
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
    }

    private let other: any DictationRecording
    private let broadcast: DictationBroadcast
    private let progress = Mutex(Progress())

    init(beside other: any DictationRecording, to broadcast: DictationBroadcast) {
        self.other = other
        self.broadcast = broadcast
    }

    func take(_ news: DictationNews) {
        other.take(news)
        switch news {
        case .began(let options):
            let former = options.resumed?.transcript ?? Transcript()
            progress.withLock { progress in
                progress = Progress()
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
            broadcast.post(.interim(interim))
        }
    }

    /// Broadcasts the part of a paragraph's final text that has not been broadcast yet.
    private func tellFinal(_ text: String, _ progress: inout Progress) {
        guard text.count > progress.text.count else {
            return
        }
        let new = String(text.dropFirst(progress.text.count))
        broadcast.post(.final(new, beginsParagraph: progress.text.isEmpty))
        progress.text = text
    }
}
