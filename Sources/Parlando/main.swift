import Foundation
import Logging
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoSystem
import ParlandoWhisper

// Synchronous from here on: an `await` at the top level would end the main thread, and GTK with it.
ProgramLog.begin(isVerbose: CommandLine.arguments.contains("--" + Application.verboseOption))
let log = Logger(label: "parlando")
Heap.giveBackLargeBlocks()
// Read before it is changed: programs in the terminal get the original.
let environment = ProcessInfo.processInfo.environment
Startup.hideKeys(of: environment)
let folders = Folders()
Startup.sayWhenMemoryIsShort()
Startup.showSettingsSchema(of: folders)
let preferences = SettingsStore(schemaFolders: folders.schemas)
let damagedTranslations = folders.damagedTranslations
damagedTranslations.forEach { log.error("a damaged catalogue is not used: \($0)") }
setUpText(
    directory: damagedTranslations.isEmpty ? folders.translations : "",
    language: preferences.load().interfaceLanguage)
Startup.sayWhenMemoryIsShort()
if let path = folders.resource("parlando.gresource"), Resources.register(path) {
    log.debug("looks and icons were found")
} else {
    log.warning("parlando.gresource is not to be found; the window has no looks of its own")
}

let application = Application(id: SettingsStore.schema, version: Release.version)
let composition = Composition(folders: folders, preferences: preferences, environment: environment)
application.delegate = composition
let status = application.run()
composition.end()
ProcessEnd.leave(status)
