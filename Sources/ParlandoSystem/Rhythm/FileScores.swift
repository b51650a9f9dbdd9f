import CXML
import Foundation
public import ParlandoCore

/// Reads scores in MusicXML (`.musicxml`, `.mxl`). What a file names outside itself is not read.
public actor FileScores: ScoreReading {
    private static let mostBytes = 20_000_000

    private let executor = BlockingExecutor(label: "io.github.parlando.scores")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func rhythm(at path: String) throws(ScoreError) -> ImportedRhythm {
        let data: Data?
        do throws(TextReadError) {
            data = try SmallFile.bytes(of: path, most: Self.mostBytes)
        } catch {
            throw error == .tooLarge ? .tooLarge : .unreadable
        }
        guard let data else {
            throw .unreadable
        }
        let xml = try data.starts(with: Array("PK".utf8)) ? Self.unpacked(path) : [UInt8](data)
        return try Self.score(xml).rhythm()
    }

    private static func unpacked(_ path: String) throws(ScoreError) -> [UInt8] {
        guard let contents = try ScoreArchive.file("META-INF/container.xml", in: path, most: mostBytes),
            let name = try score(contents).root, let score = try ScoreArchive.file(name, in: path, most: mostBytes)
        else {
            throw .notMusicXML
        }
        return score
    }

    /// Throws `notMusicXML`, or `damaged` for what breaks off or uses entities of its own.
    private static func score(_ xml: [UInt8]) throws(ScoreError) -> Score {
        var score = Score()
        // With these options alone no DTD is loaded, no entity is replaced, and libxml2's limits apply.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let isWhole = xml.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            let reader = xmlReaderForMemory(start, Int32(bytes.count), nil, nil, Int32(options))
            defer { xmlFreeTextReader(reader) }
            while xmlTextReaderRead(reader) == 1 {
                guard take(reader, into: &score) else {
                    return false
                }
            }
            return xmlTextReaderReadState(reader) == Int32(XML_TEXTREADER_MODE_EOF.rawValue)
        }
        guard isWhole else {
            throw score.isScore ? .damaged : .notMusicXML
        }
        return score
    }

    /// Returns false for an entity.
    private static func take(_ reader: xmlTextReaderPtr?, into score: inout Score) -> Bool {
        let name = text(xmlTextReaderConstLocalName(reader))
        switch xmlReaderTypes(UInt32(xmlTextReaderNodeType(reader))) {
        case XML_READER_TYPE_ELEMENT:
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            var attributes: [String: String] = [:]
            while xmlTextReaderMoveToNextAttribute(reader) == 1 {
                attributes[text(xmlTextReaderConstLocalName(reader))] = text(xmlTextReaderConstValue(reader))
            }
            score.begin(name, attributes)
            if isEmpty {
                score.end(name)
            }
        case XML_READER_TYPE_END_ELEMENT: score.end(name)
        case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA: score.add(text(xmlTextReaderConstValue(reader)))
        case XML_READER_TYPE_ENTITY_REFERENCE: return false
        default: break
        }
        return true
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }
}

extension PatternLibrary {
    /// From a file such as the `patterns.json` found by `Folders.resource`. Blocks.
    public static func load(_ path: String) throws(PatternError) -> PatternLibrary {
        guard let json = FileManager.default.contents(atPath: path) else {
            throw PatternError(.unreadable)
        }
        return try PatternLibrary(json: json)
    }
}
