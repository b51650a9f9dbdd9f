import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport

/// Stand-in for the history behind the dictation page.
@MainActor final class SpyPageKeeper: DictationPresenterDelegate, ChangeWatching {
    let changes = Changes()
    /// The pages that were put away.
    private(set) var pages: [TranscriptDocument] = []
    /// Text of the page as it was last stored.
    private(set) var kept: String? { didSet { changes.happened() } }
    private(set) var discarded: [Transcript] = []
    private(set) var played: [SpokenWord] = [] { didSet { changes.happened() } }
    /// Whether the history holds each session of a page, from the first one on; the rest is held.
    var held: [Bool] = []
    /// The page of the previous run.
    var lastPage = TranscriptDocument()
    var hasSound = false
    var failure: AudioError?

    func dictationPresenter(_ presenter: DictationPresenter, didPutAway page: TranscriptDocument) {
        pages.append(page)
    }

    func dictationPresenter(_ presenter: DictationPresenter, keep page: TranscriptDocument) async -> [Bool] {
        kept = page.text
        return page.sessions.indices.map { $0 < held.count ? held[$0] : true }
    }

    func dictationPresenter(_ presenter: DictationPresenter, discard session: Transcript) async {
        discarded.append(session)
    }

    func dictationPresenterLastPage(_ presenter: DictationPresenter) async -> TranscriptDocument {
        lastPage
    }

    func dictationPresenter(_ presenter: DictationPresenter, hasSoundOf word: SpokenWord) async -> Bool {
        hasSound
    }

    func dictationPresenter(_ presenter: DictationPresenter, play word: SpokenWord) async throws(AudioError) {
        played.append(word)
        if let failure {
            throw failure
        }
    }
}
