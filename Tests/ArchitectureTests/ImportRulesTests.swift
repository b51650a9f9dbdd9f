import Foundation
import Testing

/// The layers. SwiftPM does not stop a file from importing what its target only depends on through another target.
struct ImportRulesTests {
    private static let language: Set = ["Swift", "Foundation", "Dispatch", "Synchronization"]
    /// Adapters speak to the system, so they may also use the C library.
    private static let system: Set = ["Glibc", "Logging"]
    /// What a target may use besides the modules of its row; all others may use the language and the system.
    private static let limited: [String: Set<String>] = [
        "ParlandoCore": language,
        "ParlandoSignal": language,
        "ParlandoRecognition": language,
        "ParlandoPresenters": language,
        "ParlandoEspeak": language,
        "ParlandoPiper": language.union(["Glibc"]),
        "ParlandoServices": language.union(["Logging"]),
        // Values only: a view that could ask a service would sooner or later decide something.
        "ParlandoGtk": ["Swift", "Synchronization"],
        "ParlandoDecoder": [],
        "ParlandoTool": language.union(system).union(["ArgumentParser"]),
    ]
    /// Nobody imports them: they are programs, or part of one that runs on its own.
    private static let programs: Set = [
        "Parlando", "ParlandoTool", "ParlandoDecoder", "ParlandoDecoding", "ParlandoInput",
    ]

    /// What each target may import, as the table in ARCHITECTURE.md has it.
    private static let allowed: [String: Set<String>] = {
        let paper = SourceTree.text("ARCHITECTURE.md") ?? ""
        let rows = paper.split(separator: "\n").compactMap {
            $0.wholeMatch(of: /\| `(\w+)` \| .* \| ([^|]*) \|/)?.output
        }
        let targets = Set(rows.map { String($0.1) })
        var allowed: [String: Set<String>] = [:]
        for (_, target, cell) in rows {
            let names = cell.matches(of: /\w+(?=[*]?(?:,| \(|$))/).map { String($0.output) }
            var modules = Set(names.map { targets.contains("Parlando" + $0) ? "Parlando" + $0 : $0 })
            if cell.hasPrefix("everything") {
                modules = targets.subtracting(programs)
            }
            if cell.hasSuffix("but Gtk") {
                modules.remove("ParlandoGtk")
            }
            allowed[String(target)] = modules.union(limited[String(target)] ?? language.union(system))
        }
        return allowed
    }()

    /// Files that wrap the objects of a C library. Everything else goes through them; a library that is not listed has
    /// one such file.
    private static let wrappers: [String: Set<String>] = [
        "CFFmpeg": ["SoundDemuxer.swift", "SoundContainer.swift", "FrameConverter.swift"],
        "CGio": ["SettingsStore.swift", "NetworkMonitor.swift", "PortalBus.swift", "AddressSpace.swift"],
        "CGioShim": ["SettingsStore.swift", "NetworkMonitor.swift", "FeedbackDaemon.swift", "AddressSpace.swift"],
        "CSherpaShim": ["SherpaVoice.swift", "MemoryFile.swift"],
        "CVte": ["TerminalWidget.swift", "TerminalProcess.swift"],
        "CWhisper": ["WhisperContext.swift", "SileroGate.swift", "WeightsReader.swift"],
    ]

    @Test(arguments: SourceTree.sources)
    func aTargetImportsOnlyWhatItsLayerAllows(file: SourceFile) throws {
        let allowed = try #require(Self.allowed[file.target], "add \(file.target) to the table of ARCHITECTURE.md")
        #expect(Set(file.imports).subtracting(allowed).isEmpty)
    }

    @Test func eachCLibraryIsImportedByItsOwnFilesOnly() {
        var importers: [String: Set<String>] = [:]
        for file in SourceTree.sources {
            for module in file.imports where module.first == "C" && module.dropFirst().first?.isUppercase == true {
                // All of ParlandoGtk speaks GTK.
                guard !["CGtk", "CGtkShim"].contains(module) else {
                    continue
                }
                importers[module, default: []].insert(file.name)
            }
        }
        for (module, files) in importers {
            #expect(Self.wrappers[module].map { $0 == files } ?? (files.count == 1), "\(module): \(files)")
        }
        #expect(Set(Self.wrappers.keys).isSubset(of: importers.keys))
    }

    @Test func everyFolderOfSourcesIsInTheTable() {
        let swift = Set(SourceTree.sources.map(\.target))
        #expect(swift == Set(Self.allowed.keys))
    }
}
