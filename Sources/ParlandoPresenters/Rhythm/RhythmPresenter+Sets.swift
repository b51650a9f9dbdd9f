import Foundation
import ParlandoCore
import ParlandoServices

/// Sets, and rhythms that are only heard.
extension RhythmPresenter {
    /// Starts the next exercise of the chosen set; without a set, the exercise. What is being played ends first, with
    /// its results.
    public func playNext() {
        guard !screen.choices.set.isEmpty else {
            return start()
        }
        guard screen.phase == .idle else {
            isNextDue = !screen.isWaiting
            return stop()
        }
        isNextDue = false
        Task {
            do throws(PracticeBookError) {
                startNext(in: try await readBook())
            } catch {
                view?.showToast(PracticeWording.message(error))
            }
        }
    }

    private func startNext(in book: PracticeBook) {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        let set = book.sets.first { $0.id.uuidString == screen.choices.set }
        let (exercises, place) = (set.map(book.exercises) ?? [], screen.choices.setPosition)
        guard let set, exercises.indices.contains(place) else {
            choose { ($0.set, $0.setPosition) = ("", 0) }
            update { ($0.setCaption, $0.loop) = ("", nil) }
            view?.showToast(set.map { tr("“{name}” is complete", ["name": $0.name]) } ?? tr("The set was removed"))
            return
        }
        open(exercises[place])
        choose { $0.setPosition = place + 1 }
        update { $0.setCaption = set.name + " · " + RhythmWording.strokes(place + 1, of: exercises.count) }
        start()
    }

    /// Applies its settings.
    func open(_ exercise: SavedExercise) {
        choose { $0 = exercise.applied(to: $0) }
        update { ($0.setCaption, $0.loop) = ("", nil) }
    }

    /// Under which results are stored: of the saved exercise with these settings, whatever the tempo, or of the
    /// exercise itself.
    func practiceName(of exercise: Exercise, _ choices: RhythmPreferences) async -> String {
        let saved = try? await readBook().exercises.first { saved in
            var settings = saved.applied(to: choices)
            settings.beatsPerMinute = choices.beatsPerMinute
            return settings == choices
        }
        return saved?.practiceName ?? exercise.practiceName
    }

    /// Plays a rhythm without judging; stops what is being played.
    func hear(_ rhythm: Exercise) {
        guard screen.phase == .idle, !screen.isWaiting else {
            return stop()
        }
        var options = screen.options
        (options.exercise, options.input, options.trainer, options.passBars) = (rhythm, .none, nil, nil)
        (options.guideVolume, options.transport) = (max(options.guideVolume, 0.3), screen.transport(listens: false))
        update { [options] screen in
            screen.loop = nil
            screen.begin(options)
        }
        Task { [training, options] in await training.start(options) }
    }

    /// Only a rhythm that is heard.
    func stopHearing() {
        if screen.isExercise, screen.running?.input == RhythmInput.none {
            stop()
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
