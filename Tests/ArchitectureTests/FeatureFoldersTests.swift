import Testing

/// A feature has a folder of the same name in every layer, and in the tests of that layer.
struct FeatureFoldersTests {
    /// The folders of the presenters: every feature has one there.
    private static let features = (folders["ParlandoPresenters"] ?? []).subtracting(
        shared["ParlandoPresenters"] ?? [])
    /// What serves all features: one folder of a layer, and no feature.
    private static let shared: [String: Set<String>] = [
        "ParlandoCore": ["Support"],
        "ParlandoServices": ["Support"],
        "ParlandoNetwork": ["HTTP"],
        "ParlandoSystem": ["Support"],
        "ParlandoPresenters": ["Page", "Wording"],
        "ParlandoGtk": ["Kit", "MainWindow"],
        "ParlandoTool": ["Support"],
    ]
    /// The program's own two files, which join all features.
    private static let joining: Set = ["Sources/ParlandoTool/ParlandoTool.swift", "Sources/ParlandoTool/Parts.swift"]

    @Test(arguments: SourceTree.sources.filter { shared[$0.target] != nil && !joining.contains($0.path) })
    func aFileLiesInTheFolderOfItsFeature(file: SourceFile) {
        let folder = Self.folder(file)
        let allowed = Self.features.union(Self.shared[file.target] ?? [])
        #expect(folder.map(allowed.contains) == true, "\(file.path)")
    }

    /// A test lies where what it tests does.
    @Test(arguments: SourceTree.tests.filter { shared[Self.tested($0)] != nil })
    func testsHaveTheFoldersOfTheirLayer(file: SourceFile) {
        let layer = Self.tested(file)
        #expect(Self.folder(file).map { Self.folders[layer]?.contains($0) == true } == true, "\(file.path)")
    }

    /// The folders of each layer.
    private static let folders = Dictionary(
        uniqueKeysWithValues: shared.keys.map { layer in
            (layer, Set(SourceTree.sources.filter { $0.target == layer }.compactMap(folder)))
        })

    /// The first folder below the target, nil: the file lies beside the folders.
    private static func folder(_ file: SourceFile) -> String? {
        let parts = file.path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : nil
    }

    private static func tested(_ file: SourceFile) -> String {
        file.target.hasSuffix("Tests") ? String(file.target.dropLast("Tests".count)) : ""
    }
}
