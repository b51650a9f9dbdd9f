import ParlandoCore

/// Models that the user has removed and can still bring back. Their files stay in the folder under other names, so that
/// neither operation copies anything.
extension ModelFolder {
    /// Renames all files of a model, so that it counts as missing.
    func putAway(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        try deletePutAway(model)
        var moved: [String] = []
        do throws(ModelError) {
            for name in files(of: model) where ModelFileName.former(name + ModelFileName.putAway) != nil {
                try FileSystem.move("\(path)/\(name)", to: "\(path)/\(name)\(ModelFileName.putAway)")
                moved.append(name)
            }
        } catch {
            for name in moved {
                try FileSystem.move("\(path)/\(name)\(ModelFileName.putAway)", to: "\(path)/\(name)")
            }
            throw error
        }
    }

    /// Gives the files of a model that was put away their names back. A file that is there again meanwhile stays.
    func bringBack(_ model: SpeechModel) throws(ModelError) {
        defer { forgetOwnVoices() }
        let names = putAwayFiles(of: model)
        guard !names.isEmpty else {
            throw ModelError(.notPresent, detail: "nothing was put away")
        }
        for name in names {
            let file = "\(path)/\(name)"
            if FileSystem.size(of: file) == nil {
                try FileSystem.move(file + ModelFileName.putAway, to: file)
            } else {
                try FileSystem.remove(file + ModelFileName.putAway)
            }
        }
    }

    /// Deletes the files of a model that was put away.
    func deletePutAway(_ model: SpeechModel) throws(ModelError) {
        for name in putAwayFiles(of: model) {
            try FileSystem.remove("\(path)/\(name)\(ModelFileName.putAway)")
        }
    }

    /// Deletes the files of all models that were put away.
    func deleteAllPutAway() throws(ModelError) {
        for name in FileSystem.names(in: path) where ModelFileName.former(name) != nil {
            try FileSystem.remove("\(path)/\(name)")
        }
    }

    /// Returns the former names of the files of a model that was put away.
    private func putAwayFiles(of model: SpeechModel) -> [String] {
        FileSystem.names(in: path).compactMap(ModelFileName.former).filter { Self.isFile($0, of: model) }
    }
}
