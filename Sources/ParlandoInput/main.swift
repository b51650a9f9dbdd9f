import Foundation
import Glibc
import ParlandoCore

// Parlando runs this program while it inserts text at the caret of other applications:
//
//     parlando-input --check              succeeds if IBus is running
//     parlando-input --mend --note FILE   restores the engine that FILE names, if a killed process has left that file
//     parlando-input --note FILE          carries out commands from standard input until its end

// Time limits and the signals that end this process must work, whatever the parent has blocked.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)
signal(SIGALRM, SIG_DFL)

var note = ""
if let index = CommandLine.arguments.firstIndex(of: "--note"), CommandLine.arguments.indices.contains(index + 1) {
    note = CommandLine.arguments[index + 1]
}
if CommandLine.arguments.contains("--check") {
    exit(InputMethod.begin { _ in } ? 0 : 1)
}
guard !note.isEmpty else {
    try? FileHandle.standardError.write(contentsOf: Data("parlando-input is run by Parlando.\n".utf8))
    exit(2)
}
if CommandLine.arguments.contains("--mend") {
    exit(EngineMending(note: note).run() ? 0 : 1)
}
InputSession(note: note).run()
