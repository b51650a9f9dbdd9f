/// Atoms of an MP4 file, and the fragments of a fragmented one: each has an atom `moof` that describes its sound.
///
/// Source: ISO/IEC 14496-12. An atom begins with its length in four bytes and its name; the length 1 means that eight
/// bytes behind the name state it, and 0 that the atom extends to the end of the file.
struct MP4Atoms {
    struct Atom {
        let name: String
        let size: Int
    }

    /// Maximum number of atoms to examine: more than a film of a day has.
    static let most = 100_000
    /// Maximum number of damaged places that are passed over.
    static let mostPatches = 100
    private static let window = 65_536
    private static let mostChildren = 100

    let reader: ChunkReader

    /// Returns the atom at an offset, or nil if there is none.
    func atom(at offset: Int) -> Atom? {
        let name = reader.bytes.bytes(at: offset + 4, 4)
        guard name.count == 4, name.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
            return nil
        }
        var size = reader.big(offset, 4)
        if size == 1 {
            size = reader.big(offset + 8, 8)
        }
        return size >= 8 ? Atom(name: String(decoding: name, as: UTF8.self), size: size) : nil
    }

    /// Returns whether an atom is intact: the description of a fragment (`moof`), and those of its tracks (`traf`),
    /// must consist of whole atoms.
    func isIntact(_ atom: Atom?, at offset: Int) -> Bool {
        guard let atom else {
            return false
        }
        return atom.name != "moof" || consistsOfAtoms(atom, at: offset, tracks: true)
    }

    private func consistsOfAtoms(_ atom: Atom, at offset: Int, tracks: Bool = false) -> Bool {
        var position = offset + 8
        for _ in 0..<Self.mostChildren where position < offset + atom.size {
            guard let child = self.atom(at: position) else {
                return false
            }
            if tracks, child.name == "traf", !consistsOfAtoms(child, at: position) {
                return false
            }
            position += child.size
        }
        return position == offset + atom.size
    }

    /// Returns the offset of the next fragment from an offset on, or nil if there is none.
    func fragment(from offset: Int) -> Int? {
        var start = offset
        while let found = reader.bytes.data(from: start) {
            let bytes = reader.bytes.bytes(at: found, Self.window)
            guard bytes.count >= 16 else {
                return nil
            }
            // The first atom of a fragment's description is its header, `mfhd`.
            let place = (0...bytes.count - 16).first { index in
                bytes[index + 4] == 0x6D && bytes[(index + 4)...].starts(with: "moof".utf8)
                    && bytes[(index + 12)...].starts(with: "mfhd".utf8)
            }
            if let place, isIntact(atom(at: found + place), at: found + place) {
                return found + place
            }
            start = found + (place.map { $0 + 8 } ?? bytes.count - 15)
        }
        return nil
    }
}
