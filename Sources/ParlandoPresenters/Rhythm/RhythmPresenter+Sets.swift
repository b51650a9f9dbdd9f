import Foundation
import ParlandoCore
import ParlandoServices

/// Sets, and rhythms that are only heard.
extension RhythmPresenter {
    /// Starts the next exercise of the chosen set; without a set, the exercise. What is being played ends first, with
    /// its results.
    public func playNext() {
        guard screen.set != nil else {
            return start()
        }
        afterEnd { page in
            Task {
                do throws(PracticeBookError) {
                    page.startNext(in: try await page.readBook())
                } catch {
                    page.view?.showToast(PracticeWording.message(error))
                }
            }
        }
    }

    /// From its beginning.
    func play(_ set: PracticeSet) {
        update { $0.set = (set.id, 0) }
        playNext()
    }

    /// Ends what is being played, with its results, and then obeys. Of several commands only the last one counts.
    func afterEnd(_ command: @escaping @MainActor (RhythmPresenter) -> Void) {
        guard screen.phase != .idle || screen.isWaiting else {
            return command(self)
        }
        due = command
        end()
    }

    private func startNext(in book: PracticeBook) {
        guard screen.phase == .idle, !screen.isWaiting, let played = screen.set else {
            return
        }
        update { $0.saved.book = book }
        let set = book.sets.first { $0.id == played.id }
        let (exercises, place) = (set.map(book.exercises) ?? [], played.started)
        guard exercises.indices.contains(place) else {
            update { ($0.set, $0.loop) = (nil, nil) }
            view?.showToast(set.map { tr("“{name}” is complete", ["name": $0.name]) } ?? tr("The set was removed"))
            return
        }
        open(exercises[place])
        update { $0.set = (played.id, place + 1) }
        start()
    }

    /// Next goes on from the exercise that was played, or from where it was if it is no more there.
    /// - Parameter places: those that the members of the set had, in the order that they have now.
    func keepPlace(in set: PracticeSet.ID?, _ places: [Int]) {
        if let played = screen.set, played.id == set {
            let place = places.firstIndex(of: played.started - 1).map { $0 + 1 }
            update { $0.set?.started = place ?? places.count { $0 < played.started } }
        }
    }

    /// Applies its settings.
    func open(_ exercise: SavedExercise) {
        update { $0.saved.opened = exercise.id }
        open { $0 = exercise.applied(to: $0) }
    }

    /// Shows another exercise, with its notes: not the metronome alone, and none of a set.
    func open(_ change: (inout RhythmPreferences) -> Void) {
        choose { choices in
            change(&choices)
            choices.input = choices.input == .none ? .tap : choices.input
        }
        update { $0.set = nil }
        closeResults()
    }

    /// Stores a rhythm that is being written.
    func keep(_ draft: [String]) {
        if draft != screen.preferences.rhythmDraft {
            set(PreferenceChange(\.rhythmDraft, draft))
        }
    }

    /// Plays a rhythm without judging, with clicks of its time signature, or stops the one that is heard.
    func hear(_ rhythm: Exercise) {
        screen.isHearing ? stop() : afterEnd { $0.startHearing(rhythm) }
    }

    private func startHearing(_ rhythm: Exercise) {
        again = { page in page.afterEnd { $0.startHearing(rhythm) } }
        var heard = screen
        heard.loop = nil
        heard.preferences.rhythm.choose(rhythm.meter)
        var options = heard.options
        (options.exercise, options.input, options.trainer, options.passBars) = (rhythm, .none, nil, nil)
        (options.guideVolume, options.transport) = (max(options.guideVolume, 0.3), screen.transport(listens: false))
        options.countsIn = false
        update { [options] screen in
            screen.loop = nil
            screen.begin(options)
        }
        Task { [training, options] in await training.start(options) }
    }

    /// Only a rhythm that is heard, or was to be.
    func stopHearing() {
        if screen.isHearing {
            stop()
        } else {
            due = nil
        }
    }

    /// A damaged book is empty from now on, which is said once.
    func readBook() async throws(PracticeBookError) -> PracticeBook {
        do throws(PracticeBookError) {
            return try await books.book()
        } catch .setAside {
            view?.showToast(PracticeWording.message(PracticeBookError.setAside))
            return PracticeBook()
        }
    }
}
