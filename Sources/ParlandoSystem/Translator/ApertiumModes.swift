import Foundation
import ParlandoCore

/// Apertium's installed directions, as `apertium -l` lists them. Each has a *mode* file, which describes a pipeline of
/// programs.
struct ApertiumModes: Sendable, Equatable {
    /// Turns a mode file into a pipeline that answers each text at once. Without it nothing can be translated.
    static let tool = "apertium-wblank-mode"

    /// ISO 639-1 codes where there is one.
    let paths: [LanguagePair: String]

    /// Lists the mode files in Apertium's data folder. Blocks.
    ///
    /// - Parameter environment: `APERTIUM_DATADIR` and `APERTIUM_PATH` replace Apertium's usual folders, as for
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

    /// Returns the pair of a file such as `eng-spa.mode`; nil for a variety such as `es-pt_BR.mode`.
    static func pair(_ file: String) -> LanguagePair? {
        guard let match = file.wholeMatch(of: /([a-z]{2,3})-([a-z]{2,3})\.mode/) else {
            return nil
        }
        let codes = [match.1, match.2].map { twoLetters[String($0)] ?? String($0) }
        return codes[0] == codes[1] ? nil : LanguagePair(source: codes[0], target: codes[1])
    }

    /// ISO 639-1 codes by ISO 639-3 codes.
    private static let twoLetters = [
        "eng": "en", "spa": "es", "fra": "fr", "deu": "de", "jpn": "ja", "zho": "zh", "kor": "ko", "ita": "it",
        "por": "pt", "rus": "ru", "ara": "ar", "hin": "hi", "nld": "nl", "swe": "sv", "pol": "pl",
    ]
}

/// How Apertium's programs are started.
enum ApertiumPrograms {
    static func path(_ environment: [String: String]) -> String {
        [environment["APERTIUM_PATH"], environment["PATH"], "/usr/bin:/bin"].compactMap { $0 }.joined(separator: ":")
    }

    /// Only folders of this program's environment, and a UTF-8 locale.
    static func environment(_ environment: [String: String]) -> [String: String] {
        var result = ["PATH": path(environment), "LC_ALL": "C.UTF-8"]
        for name in ["HOME", "TMPDIR", "LD_LIBRARY_PATH"] {
            result[name] = environment[name]
        }
        return result
    }

    /// The script is constant, and the path of the mode file is its argument.
    ///
    /// `-n` leaves out the marks of unknown words. `apertium -z` is not used: in version 3.8.3 it holds each answer
    /// back until the next text comes.
    static func pipeline(_ mode: String) -> [String] {
        limits + [
            "/bin/bash", "--norc", "--noprofile", "-c",
            #"exec /bin/bash --norc --noprofile <(\#(ApertiumModes.tool) -z "$1") -n """#, "apertium", mode,
        ]
    }

    /// Limits of each program: a gigabyte of address space, and ten minutes of processor time, enough for days of
    /// translating. A program that reaches one is ended, and started again when it is needed.
    private static let limits = ["prlimit", "--as=1000000000", "--cpu=600", "--core=0", "--"]
}

/// Debian 12's packages for the translator's languages.
enum ApertiumPackages {
    private static let all: [(languages: Set<String>, name: String)] = [
        (["en", "es"], "apertium-eng-spa"), (["es", "fr"], "apertium-fr-es"), (["es", "pt"], "apertium-es-pt"),
        (["es", "it"], "apertium-spa-ita"),
    ]

    /// The pairs that can be translated, and the packages that each other one needs.
    static func pairs(_ installed: Set<LanguagePair>) -> TranslationPairs {
        let languages = SpeechLanguage.translated.map(\.code)
        let ready = TranslationRoutes(installed).reach(among: languages)
        let possible = TranslationRoutes(installed.union(all.flatMap { pairs(of: $0.languages) }))
        var missing: [LanguagePair: TranslationPairs.Missing] = [:]
        for pair in possible.reach(among: languages).subtracting(ready) {
            let steps = possible.route(from: pair.source, to: pair.target) ?? []
            let packages = steps.filter { !installed.contains($0) }.compactMap { step in
                all.first { $0.languages == [step.source, step.target] }?.name
            }
            missing[pair] = .packages(packages)
        }
        return TranslationPairs(ready: ready, missing: missing)
    }

    private static func pairs(of languages: Set<String>) -> [LanguagePair] {
        languages.flatMap { source in
            languages.subtracting([source]).map { LanguagePair(source: source, target: $0) }
        }
    }
}
