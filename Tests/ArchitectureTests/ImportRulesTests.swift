import Foundation
import Testing

/// The layers. SwiftPM does not stop a file from importing what its target only depends on through another target.
struct ImportRulesTests {
    private static let language: Set = ["Swift", "Foundation", "Dispatch", "Synchronization"]
    /// Adapters speak to the system, so they may also use the C library.
    private static let system: Set = ["Glibc", "Logging"]
    private static let values: Set = ["ParlandoCore", "ParlandoSignal"]
    private static let adapters: Set = [
        "ParlandoALSA", "ParlandoWhisper", "ParlandoEspeak", "ParlandoPiper", "ParlandoNetwork", "ParlandoStorage",
        "ParlandoSystem",
    ]
    private static let wiring = values.union(adapters).union([
        "ParlandoRecognition", "ParlandoServices", "ParlandoPresenters",
    ])
    .union(system)

    /// What each target may import.
    private static let allowed: [String: Set<String>] = [
        "ParlandoCore": language,
        "ParlandoSignal": language.union(["ParlandoCore", "CSampleRate", "CFFTW"]),
        "ParlandoRecognition": language.union(["ParlandoCore"]),
        "ParlandoALSA": language.union(values).union(system).union(["CALSA", "CPulse"]),
        "ParlandoWhisper": language.union(system).union(["ParlandoCore", "ParlandoRecognition", "CMalloc", "CWhisper"]),
        "ParlandoEspeak": language.union(["ParlandoCore", "CEspeak"]),
        "ParlandoPiper": language.union(["Glibc", "ParlandoCore", "CSherpaShim"]),
        "ParlandoStorage": language.union(system).union(["ParlandoCore", "GRDB"]),
        "ParlandoNetwork": language.union(system).union([
            "ParlandoCore", "ParlandoRecognition", "CCurl", "CCurlShim", "COpenSSL",
        ]),
        "ParlandoSystem": language.union(values).union(system).union([
            "CFLAC", "CGio", "CGioShim", "CSecretShim",
        ]),
        "ParlandoDecoding": language.union(system).union(["ParlandoCore", "CConfinement", "CFFmpeg"]),
        "ParlandoDecoder": ["ParlandoDecoding"],
        "ParlandoInput": language.union(system).union(["ParlandoCore", "CIBusShim"]),
        "ParlandoServices": language.union(values).union(["ParlandoRecognition", "Logging"]),
        "ParlandoPresenters": language.union(["ParlandoCore", "ParlandoServices", "CText"]),
        // Values only: a view that could ask a service would sooner or later decide something.
        "ParlandoGtk": [
            "Swift", "Synchronization", "ParlandoCore", "ParlandoPresenters", "CGtk", "CGtkShim", "CVte",
        ],
        "ParlandoTool": language.union(wiring).union(["ArgumentParser"]),
        "Parlando": language.union(wiring).union(["ParlandoGtk"]),
    ]

    /// Who knows each C library: one file for each of its objects. Everything else goes through that file.
    private static let wrappers: [String: Set<String>] = [
        "CALSA": ["PCM.swift"],
        "CConfinement": ["DecoderProgram.swift"],
        "CCurl": ["HTTPClient.swift"],
        "CCurlShim": ["HTTPClient.swift"],
        "CEspeak": ["EspeakEngine.swift"],
        "CFFmpeg": ["SoundDemuxer.swift", "SoundContainer.swift", "FrameConverter.swift"],
        "CFLAC": ["FlacSounds.swift"],
        "CFFTW": ["FourierTransform.swift"],
        "CGio": ["SettingsStore.swift", "NetworkMonitor.swift", "PortalBus.swift", "AddressSpace.swift"],
        "CGioShim": ["SettingsStore.swift", "NetworkMonitor.swift", "FeedbackDaemon.swift", "AddressSpace.swift"],
        "CIBusShim": ["InputMethod.swift"],
        "CMalloc": ["MemoryBudget.swift"],
        "COpenSSL": ["SHA256.swift"],
        "CPulse": ["SoundServer.swift"],
        "CSampleRate": ["Resampler.swift"],
        "CSecretShim": ["Keyring.swift"],
        "CSherpaShim": ["SherpaVoice.swift", "MemoryFile.swift"],
        "CText": ["tr.swift"],
        "CVte": ["TerminalWidget.swift", "TerminalProcess.swift"],
        "CWhisper": ["WhisperContext.swift", "SileroGate.swift", "WeightsReader.swift"],
    ]

    @Test(arguments: SourceTree.swiftFiles("Sources"))
    func aTargetImportsOnlyWhatItsLayerAllows(file: SourceFile) throws {
        let allowed = try #require(Self.allowed[file.target], "add \(file.target) to the table of layers")
        #expect(Set(file.imports).subtracting(allowed).isEmpty)
    }

    @Test func eachCLibraryIsImportedByItsOwnFileOnly() {
        var importers: [String: Set<String>] = [:]
        for file in SourceTree.swiftFiles("Sources") {
            for module in file.imports where module.first == "C" && module.dropFirst().first?.isUppercase == true {
                // All of ParlandoGtk speaks GTK.
                guard !["CGtk", "CGtkShim"].contains(module) else {
                    continue
                }
                importers[module, default: []].insert(file.name)
            }
        }
        #expect(importers == Self.wrappers)
    }

    @Test func everyFolderOfSourcesIsInTheTable() {
        let swift = Set(SourceTree.swiftFiles("Sources").map(\.target))
        #expect(swift == Set(Self.allowed.keys))
    }

    /// The table in ARCHITECTURE.md leaves out the language, the system and what is built from everything.
    @Test func thePaperSaysWhatIsEnforced() throws {
        let paper = try #require(SourceTree.text("ARCHITECTURE.md"))
        let rows = paper.split(separator: "\n").compactMap {
            $0.wholeMatch(of: /\| `(\w+)` \| .* \| ([^|]*) \|/)?.output
        }
        #expect(Set(rows.map { String($0.1) }).isSuperset(of: Self.allowed.keys))
        for (_, target, cell) in rows {
            guard let allowed = Self.allowed[String(target)], !cell.hasPrefix("everything") else {
                continue
            }
            let written = cell.matches(of: /\w+(?=[*]?(?:,| \(|$))/).map { String($0.output) }
            let enforced = allowed.subtracting(Self.language).subtracting(Self.system).map {
                $0.replacing("Parlando", with: "")
            }
            #expect(Set(written) == Set(enforced), "\(target)")
        }
    }
}
