import ArgumentParser
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Command `parlandoctl models import-voice`, which imports voices of the user's own.
struct ImportVoiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-voice",
        abstract: tr("Import Piper voices from files."),
        discussion: tr(
            "Each voice is a network, such as voice.onnx, with its configuration beside it: voice.onnx.json."))

    @Argument(help: ArgumentHelp(tr("Networks, such as voice.onnx.")))
    var networks: [String]

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let parts = try Parts()
            for path in networks {
                do {
                    let voice = try await parts.store.importVoice(from: path)
                    Output.error(
                        tr(
                            "{model} is in {path}",
                            ["model": voice.name, "path": parts.store.path(of: voice) ?? parts.folders.models]))
                } catch let error as ModelError {
                    if error.kind == .notPresent {
                        throw Failure(AudioFileError(.missing), path: path)
                    }
                    throw Failure(error, model: path)
                }
            }
        }
    }
}
