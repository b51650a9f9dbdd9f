import Foundation
public import ParlandoCore

/// Cause of a `CatalogueError`.
public enum CatalogueErrorKind: Sendable, Equatable {
    case unreadable
    case malformed
    /// The name is empty or not a valid file name, or the version is not positive.
    case badName
    case repeatedName
    case badSize
    case badChecksum
    case badShape
    case badAddress
    case badVoice
    case noVoiceActivity
}

/// Reader of `models.json`: the models' addresses, sizes and checksums.
public enum ModelCatalogue {
    private struct File: Decodable {
        let models: [SpeechModel]
    }

    /// 1 TiB, small enough that sums of sizes do not overflow.
    private static let mostBytes: Int64 = 1 << 40

    /// In the order of the file. Throws if the file or any model is not valid.
    public static func load(_ path: String) throws(CatalogueError) -> [SpeechModel] {
        guard let json = FileManager.default.contents(atPath: path) else {
            throw CatalogueError(.unreadable, detail: path)
        }
        return try models(json: json)
    }

    static func models(json: Data) throws(CatalogueError) -> [SpeechModel] {
        let models: [SpeechModel]
        do {
            models = try OutsideJSON.decode(File.self, from: json).models
        } catch {
            throw CatalogueError(.malformed, detail: "\(error)")
        }
        var names: Set<String> = []
        for model in models {
            try check(model)
            guard names.insert(model.name).inserted else {
                throw CatalogueError(.repeatedName, detail: model.name)
            }
        }
        guard models.contains(where: { $0.kind == .voiceActivity }) else {
            throw CatalogueError(.noVoiceActivity)
        }
        return models
    }

    private static func check(_ model: SpeechModel) throws(CatalogueError) {
        guard !model.name.isEmpty, !model.name.contains("/"), !model.name.hasPrefix("."), model.version > 0 else {
            throw CatalogueError(.badName, detail: model.name)
        }
        guard (1...mostBytes).contains(model.bytes) else {
            throw CatalogueError(.badSize, detail: "\(model.name): \(model.bytes)")
        }
        guard model.sha256.utf8.count == 64, model.sha256.allSatisfy(\.isHexDigit) else {
            throw CatalogueError(.badChecksum, detail: model.name)
        }
        guard model.shape?.isPlausible != false else {
            throw CatalogueError(.badShape, detail: model.name)
        }
        guard model.home.hasPrefix("https://"), URL(string: model.home)?.host?.isEmpty == false, !model.path.isEmpty
        else {
            throw CatalogueError(.badAddress, detail: "\(model.name): \(model.home)\(model.path)")
        }
        guard (model.kind == .voice) == (model.voice != nil), model.kind != .voiceConfiguration,
            model.voice.map(isPlausible) != false
        else {
            throw CatalogueError(.badVoice, detail: model.name)
        }
    }

    private static func isPlausible(_ voice: VoiceFacts) -> Bool {
        let file = voice.configuration
        return SpeechLanguage.named(voice.language) != nil && SpokenSound.rates.contains(voice.rate)
            && !voice.speaker.isEmpty && !file.path.isEmpty && file.sha256.utf8.count == 64
            && file.sha256.allSatisfy(\.isHexDigit)
            && (1...Int64(PiperConfiguration.mostBytes)).contains(file.bytes)
    }
}

/// Error in `models.json`.
public typealias CatalogueError = DetailedError<CatalogueErrorKind>
