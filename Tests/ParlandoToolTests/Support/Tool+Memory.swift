import Foundation

extension Tool {
    /// Runs the tool to its end, and tells the most memory that it held, in MB of 1024² bytes.
    static func runMeasuringMemory(_ arguments: [String]) async throws -> (result: Result, megabytes: Int) {
        let measure = """
            import resource, subprocess, sys
            code = subprocess.run(sys.argv[1:]).returncode
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            sys.exit(code)
            """
        let result = try await run(arguments, by: ["/usr/bin/python3", "-c", measure])
        var lines = result.output.split(separator: "\n")
        let megabytes = lines.popLast().flatMap { Int($0) } ?? .max
        let output = lines.joined(separator: "\n")
        return (Result(code: result.code, output: output, errors: result.errors), megabytes)
    }
}
