import CFuzzShim
import Foundation

/// One reader and many inputs. Judges what each has cost; who looks after this process sees crashes and endless waits.
final class FuzzRun {
    /// The most that an input may take of the processor, in seconds, all threads together.
    private static let mostSeconds = 1.0
    /// The most that an input may take of memory besides what was taken before the first, in bytes.
    private static let mostMemory: Int64 = 200 << 20

    private let reader: Reader
    private let mutation: Mutation
    private let progress: Int32

    /// - Parameter path: of a file for the number of the input that is being read, eight bytes in this machine's order.
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

    /// Reads inputs until the time is over, at least one.
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

    /// At once: this process may not live to write it later.
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
            // It was refused: that is what is wanted.
        }
        let spent = processorSeconds - before
        if spent > Self.mostSeconds {
            say("found \(index) \(String(format: "%.1f", spent)) s of the processor")
        }
        // What leaks is never given back, and found when it is much.
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
