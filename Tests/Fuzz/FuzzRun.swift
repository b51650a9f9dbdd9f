import CFuzzShim
import Foundation

/// Feeds many inputs to one reader and reports those that use too much processor time or memory. Crashes and hangs are
/// detected by the parent process, `scripts/fuzz`.
final class FuzzRun {
    /// Maximum processor time for one input, in seconds, all threads together.
    private static let mostSeconds = 1.0
    /// Maximum memory for one input in bytes, in addition to the memory in use before the first input.
    private static let mostMemory: Int64 = 200 << 20

    private let reader: Reader
    private let mutation: Mutation
    private let progress: Int32

    /// - Parameter path: path of a file that receives the number of the input being read, as eight bytes in this
    ///   machine's byte order.
    init(_ reader: Reader, _ mutation: Mutation, progress path: String) throws {
        self.reader = reader
        self.mutation = mutation
        progress = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard progress >= 0 else {
            throw Wrong("\(path) cannot be written")
        }
    }

    deinit {
        close(progress)
    }

    /// Reads inputs until the time is over, but at least one.
    ///
    /// - Parameters:
    ///   - first: number of the first input.
    ///   - seconds: duration of the run.
    func go(from first: Int, seconds: Double) async {
        parlando_fuzz_count_memory()
        let end = ContinuousClock.now + .seconds(seconds)
        var index = first
        repeat {
            note(index)
            await read(index)
            index += 1
        } while ContinuousClock.now < end
        say("read \(index - first)")
    }

    /// Writes a line without buffering, because this process may crash before a buffer is written.
    private func say(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }

    private func note(_ index: Int) {
        var index = index
        _ = pwrite(progress, &index, MemoryLayout<Int>.size, 0)
    }

    private func read(_ index: Int) async {
        let input = mutation.input(index)
        parlando_fuzz_forget_most_memory()
        let before = processorSeconds
        do {
            try await reader.read(input)
        } catch let wrong as Wrong {
            say("found \(index) \(wrong.what)")
        } catch {
            // The reader rejected the damaged input, as it should.
        }
        let spent = processorSeconds - before
        if spent > Self.mostSeconds {
            say("found \(index) \(String(format: "%.1f", spent)) s of the processor")
        }
        // Leaked memory is never released, so leaks add up until they exceed the limit and are found.
        if parlando_fuzz_most_memory() > Self.mostMemory {
            say("found \(index) \(parlando_fuzz_most_memory() >> 20) MB of memory")
        }
    }

    private var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
