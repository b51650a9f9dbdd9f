extension TranscriptDocument {
    /// Returns the approximate memory of the page in bytes, without memory shared with another state of the page.
    /// Copies of an array share memory until one of them is changed.
    func bytes(beside other: TranscriptDocument?) -> Int {
        let text = editedText.map { $0.utf8.count } ?? 0
        guard !sessions.isShared(with: other?.sessions) else {
            return text
        }
        return sessions.enumerated().reduce(text + sessions.storageBytes) { sum, item in
            let (index, session) = item
            let known = other.flatMap { $0.sessions.indices.contains(index) ? $0.sessions[index] : nil }
            return sum + session.transcript.bytes(beside: known?.transcript)
        }
    }
}

extension Transcript {
    fileprivate func bytes(beside other: Transcript?) -> Int {
        let tail = interim.isShared(with: other?.interim) ? 0 : interim.bytes
        guard !paragraphs.isShared(with: other?.paragraphs) else {
            return tail
        }
        return paragraphs.enumerated().reduce(tail + paragraphs.storageBytes) { sum, item in
            let (index, paragraph) = item
            let known = other.flatMap { $0.paragraphs.indices.contains(index) ? $0.paragraphs[index].words : nil }
            return sum + (paragraph.words.isShared(with: known) ? 0 : paragraph.words.bytes)
        }
    }
}

extension [Word] {
    /// Memory of the words with their texts and readings, in bytes.
    fileprivate var bytes: Int {
        reduce(storageBytes) { sum, word in
            word.readings.reduce(sum + word.text.storageBytes + word.readings.storageBytes) {
                $0 + $1.text.storageBytes
            }
        }
    }
}

/// Size of the header of an array or string on the heap, in bytes.
private let header = 32

extension Array {
    /// Memory of the array's elements in bytes, without memory that the elements refer to.
    fileprivate var storageBytes: Int {
        isEmpty ? 0 : header + count * MemoryLayout<Element>.stride
    }

    /// Returns whether both arrays have the same elements at the same place in memory.
    fileprivate func isShared(with other: [Element]?) -> Bool {
        guard let other, other.count == count else {
            return false
        }
        return withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
    }
}

extension String {
    /// Memory of the text on the heap, in bytes. A text of up to 15 bytes is stored in the string value itself.
    fileprivate var storageBytes: Int {
        utf8.count > 15 ? header + utf8.count : 0
    }
}
