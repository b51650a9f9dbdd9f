import Foundation

/// Feeds damaged inputs to one reader, one after another. Run by `scripts/fuzz`, which restarts this process if an
/// input crashes it.
///
/// usage: ParlandoFuzz list FOLDER
///        ParlandoFuzz run FOLDER READER SEED FROM SECONDS PROGRESS
///        ParlandoFuzz input FOLDER READER SEED NUMBER
///        ParlandoFuzz read FOLDER READER FILE
///
/// FOLDER contains valid recordings. PROGRESS is a file to which the number of each input is written before the input
/// is read. `run` writes a line for each finding, and the number of inputs read. `input` writes an input to standard
/// output.
@main enum ParlandoFuzz {
    static func main() async throws {
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else {
            throw Wrong("see the head of ParlandoFuzz.swift")
        }
        let readers = try Reader.all(recordings: arguments[1])
        guard arguments.count > 2 else {
            return readers.forEach { print($0.name) }
        }
        guard let reader = readers.first(where: { $0.name == arguments[2] }) else {
            throw Wrong("no reader \(arguments[2])")
        }
        let numbers = arguments.dropFirst(3).map { Int($0) ?? 0 }
        let mutation = Mutation(seeds: reader.seeds, seed: UInt64(clamping: numbers.first ?? 1))
        switch arguments[0] {
        case "run" where arguments.count == 7:
            let run = try FuzzRun(reader, mutation, progress: arguments[6])
            await run.go(from: numbers[1], seconds: Double(numbers[2]))
        case "input" where arguments.count == 5:
            try FileHandle.standardOutput.write(contentsOf: Data(mutation.input(numbers[1])))
        case "read" where arguments.count == 4:
            let file = FileManager.default.contents(atPath: arguments[3]).map { [UInt8]($0) } ?? []
            do {
                try await reader.read(file)
                print("read")
            } catch {
                print("refused: \(error)")
            }
        default:
            throw Wrong("see the head of ParlandoFuzz.swift")
        }
    }
}
