import ParlandoCore
import Synchronization

/// What everybody may know of dictation, on whichever page it takes place.
public enum BroadcastEvent: Sendable, Equatable {
    /// The phase of the session that is furthest from its end.
    case phase(DictationPhase)
    /// The interim words at the end, which may still change; empty if there are none.
    case interim(String)
    /// Text that has become final since the last event. It continues the text before it, unless it begins a paragraph.
    case final(String, beginsParagraph: Bool)
}

/// Receives what is broadcast on the main actor, in the order in which it happened.
@MainActor public protocol DictationBroadcastDelegate: AnyObject {
    func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent)
}

/// Broadcasts what several dictation services report, beside their own delegates. Thread-safe.
public final class DictationBroadcast: EventSource {
    /// Receives what is broadcast.
    @MainActor public weak var delegate: (any DictationBroadcastDelegate)?

    private let outbox = Outbox<BroadcastEvent>()
    private let phases = Mutex<[ObjectIdentifier: DictationPhase]>([:])

    public init() {
        outbox.deliver(through: self)
    }

    /// Returns the recorder of a service whose events are broadcast. It also passes everything on to `recorder`.
    public func recorder(beside recorder: any DictationRecording) -> any DictationRecording {
        Reporter(beside: recorder, to: self)
    }

    @MainActor func report(_ event: BroadcastEvent) {
        delegate?.dictationBroadcast(self, didReport: event)
    }

    /// Posts the phase of all services together, if it has changed.
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

/// Broadcasts the events of one service.
private final class Reporter: DictationRecording {
    /// The final text that was broadcast, as far as it can still grow.
    private struct Progress {
        var paragraph = 0
        /// What of this paragraph was broadcast.
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

    /// Broadcasts what is new. The work depends on the new text alone, and on the length of one paragraph.
    private func tell(_ transcript: Transcript, _ progress: inout Progress) {
        for index in transcript.paragraphs.indices.dropFirst(progress.paragraph) {
            if index > progress.paragraph {
                progress.paragraph = index
                progress.text = ""
            }
            let text = transcript.paragraphs[index].text
            if text.hasPrefix(progress.text), text != progress.text {
                let new = String(text.dropFirst(progress.text.count))
                broadcast.post(.final(new, beginsParagraph: progress.text.isEmpty))
            }
            progress.text = text
        }
        let interim = Paragraph(words: transcript.interim).text
        if interim != progress.interim {
            progress.interim = interim
            broadcast.post(.interim(interim))
        }
    }
}
