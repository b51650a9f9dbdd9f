import Foundation
import ParlandoCore

/// The translation directions of Apertium that are installed, as `apertium -l` lists them. Each direction has a *mode*
/// file, which describes a pipeline of programs.
struct ApertiumModes: Sendable, Equatable {
    /// Program that turns a mode file into a pipeline which answers each text at once. If it is not installed, nothing
    /// can be translated.
    static let tool = "apertium-wblank-mode"

    /// Paths of the mode files by language pair. The languages are ISO 639-1 codes where there is one.
    let paths: [LanguagePair: String]

    /// Lists the mode files in Apertium's data folder. Blocks.
    ///
    /// - Parameter environment: `APERTIUM_DATADIR` and `APERTIUM_PATH` replace Apertium's usual folders, as they do for
    ///   Apertium itself.
    init(environment: [String: String]) {
        let folder = (environment["APERTIUM_DATADIR"] ?? "/usr/share/apertium") + "/modes"
        let programs = ApertiumPrograms.path(environment).split(separator: ":")
        guard programs.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(Self.tool)") }) else {
            paths = [:]
            return
        }
        var paths: [LanguagePair: String] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
            if let pair = Self.pair(name), paths[pair] == nil {
                paths[pair] = "\(folder)/\(name)"
            }
        }
        self.paths = paths
    }

    /// Returns the language pair of a mode file such as `eng-spa.mode`, or nil for a language variety, as in
    /// `es-pt_BR.mode`.
    static func pair(_ file: String) -> LanguagePair? {
        guard let match = file.wholeMatch(of: /([a-z]{2,3})-([a-z]{2,3})\.mode/) else {
            return nil
        }
        let codes = [match.1, match.2].map { twoLetters[String($0)] ?? String($0) }
        return codes[0] == codes[1] ? nil : LanguagePair(source: codes[0], target: codes[1])
    }

    /// ISO 639-1 codes of the translator's languages by their ISO 639-3 codes.
    private static let twoLetters = [
        "eng": "en", "spa": "es", "fra": "fr", "deu": "de", "jpn": "ja", "zho": "zh", "kor": "ko", "ita": "it",
        "por": "pt", "rus": "ru", "ara": "ar", "hin": "hi", "nld": "nl", "swe": "sv", "pol": "pl",
    ]
}

/// Search path, environment and command line of Apertium's programs.
enum ApertiumPrograms {
    /// Returns the folders in which Apertium's programs are searched for, in the format of `PATH`.
    static func path(_ environment: [String: String]) -> String {
        [environment["APERTIUM_PATH"], environment["PATH"], "/usr/bin:/bin"].compactMap { $0 }.joined(separator: ":")
    }

    /// Returns the environment of the programs: only the folders from this program's environment, and a UTF-8 locale.
    static func environment(_ environment: [String: String]) -> [String: String] {
        var result = ["PATH": path(environment), "LC_ALL": "C.UTF-8"]
        for name in ["HOME", "TMPDIR", "LD_LIBRARY_PATH"] {
            result[name] = environment[name]
        }
        return result
    }

    /// Returns the command line of a pipeline. The shell script is constant, and the path of the mode file is its
    /// argument.
    ///
    /// The option `-n` leaves out the marks of unknown words. `apertium -z` is not used: in version 3.8.3 it holds each
    /// answer back until the next text comes.
    static func pipeline(_ mode: String) -> [String] {
        limits + [
            "/bin/bash", "--norc", "--noprofile", "-c",
            #"exec /bin/bash --norc --noprofile <(\#(ApertiumModes.tool) -z "$1") -n """#, "apertium", mode,
        ]
    }

    /// Limits of each program of a pipeline: a gigabyte of address space, and ten minutes of processor time, which is
    /// enough for days of translating. A program that reaches a limit is ended, and started again when it is needed.
    private static let limits = ["prlimit", "--as=1000000000", "--cpu=600", "--core=0", "--"]
}
