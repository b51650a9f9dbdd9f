import CWhisper
import Foundation
import ParlandoCore

/// Reads a model file for whisper.cpp in chunks, in order to report the progress of loading.
final class WeightsReader {
    private let descriptor: Int32
    private let total: Int64
    private let advance: (Double) -> Void
    private let bfloat16: BFloat16Weights?
    private var position: Int64 = 0
    private var told = 0.0
    private var isAtEnd = false

    /// The magic number "ggml" in the first four bytes of every model file.
    private static let magic: UInt32 = 0x6767_6d6c

    /// - Parameter asBFloat16: whether half-precision matrices are converted to bfloat16.
    init(path: String, asBFloat16: Bool, advance: @escaping (Double) -> Void) throws(RecognitionError) {
        bfloat16 = asBFloat16 ? BFloat16Weights(path: path) : nil
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw RecognitionError(.modelMissing, detail: String(cString: strerror(errno)))
        }
        self.advance = advance
        var status = stat()
        fstat(descriptor, &status)
        total = Int64(status.st_size)
        var magic: UInt32 = 0
        guard pread(descriptor, &magic, 4, 0) == 4, UInt32(littleEndian: magic) == Self.magic else {
            // All properties are initialised, so that the deinitialiser closes the file.
            throw RecognitionError(.modelCorrupt, detail: "wrong magic")
        }
        let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard file?.withUnsafeBytes(WeightsLayout.hasWeights) == true else {
            throw RecognitionError(.modelCorrupt, detail: "no weights")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Callbacks through which whisper.cpp reads the file. The reader must outlive the loading of the model.
    var loader: whisper_model_loader {
        whisper_model_loader(
            context: Unmanaged.passUnretained(self).toOpaque(),
            read: { context, output, count in
                guard let context, let output else {
                    return 0
                }
                return Unmanaged<WeightsReader>.fromOpaque(context).takeUnretainedValue().read(output, count)
            },
            eof: { context in
                guard let context else {
                    return true
                }
                return Unmanaged<WeightsReader>.fromOpaque(context).takeUnretainedValue().isAtEnd
            },
            close: { _ in })
    }

    private func read(_ output: UnsafeMutableRawPointer, _ count: Int) -> Int {
        let start = Int(position)
        var done = 0
        while done < count {
            // The tensor is read in chunks in order to report progress: the largest tensor is half of the file.
            let got = Glibc.read(descriptor, output + done, min(count - done, 1 << 20))
            if got < 0, errno == EINTR {
                continue
            }
            guard got > 0 else {
                isAtEnd = true
                // Bytes that whisper.cpp reads beyond the end must not be undefined.
                memset(output + done, 0, count - done)
                break
            }
            done += got
            tell(got)
        }
        bfloat16?.convert(UnsafeMutableRawBufferPointer(start: output, count: done), at: start)
        return done
    }

    private func tell(_ count: Int) {
        position += Int64(count)
        let fraction = total > 0 ? Double(position) / Double(total) : 1
        if fraction - told >= 0.01 || position == total {
            told = fraction
            advance(fraction)
        }
    }
}
