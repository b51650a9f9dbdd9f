import Foundation
import Glibc
import ParlandoCore
import ParlandoServices
import ParlandoSystem

/// Writes words at the caret of whatever application has the focus, and prints when each became final.
struct CaretBench {
    /// Interval between two words, long enough for the application to draw each word before the next one.
    private static let interval = Duration.milliseconds(120)

    /// Writes the words "1" to `times` at the caret, and prints a line for each: its number, and the time of the
    /// monotonic clock in seconds.
    func run(_ times: Int) async throws {
        let environment = ProcessInfo.processInfo.environment
        let service = CaretService(typing: InputProcess(Folders(), environment: environment))
        service.begin(1, breaksLines: false)
        service.take(.began(DictationOptions()))
        // Does what the user has to do if the application does not say whether its empty field is for a password.
        service.chooseAnother()
        // By then the field is known. Words that become final earlier would have to wait for the field.
        try await Task.sleep(for: .seconds(2))
        var words: [Word] = []
        for index in 1...max(times, 1) {
            words.append(Word(text: "\(index)", start: Double(index), end: Double(index) + 0.5, probability: 1))
            let next = Word(text: "next", start: Double(index) + 1, end: Double(index) + 1.5, probability: 1)
            print(index, Self.now)
            service.take(
                .reported(.transcript(Transcript(paragraphs: [Paragraph(words: words)], interim: [next]))))
            try await Task.sleep(for: Self.interval)
        }
        service.take(.reported(.phase(.idle)))
        // Meanwhile, the former input method is restored.
        try await Task.sleep(for: .seconds(1))
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
