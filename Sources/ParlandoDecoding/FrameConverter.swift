import CFFmpeg
import ParlandoCore

/// Converts frames decoded by FFmpeg to interleaved floats. Not thread-safe.
final class FrameConverter {
    private static let mostChannels: Int32 = 64

    private var converter: OpaquePointer?
    private var converted: (rate: Int32, format: Int32, layout: AVChannelLayout)?
    private var current = SoundFormat(rate: 0, weights: [])

    deinit {
        swr_free(&converter)
    }

    /// Each recording of a chained file has its own format.
    func convert(_ frame: UnsafeMutablePointer<AVFrame>) -> SoundRun? {
        let isAllowed = SoundFormat.isAllowed(
            rate: Int(frame.pointee.sample_rate), channels: Int(frame.pointee.ch_layout.nb_channels))
        guard frame.pointee.nb_samples > 0, isAllowed, adapt(to: frame)
        else {
            return nil
        }
        let count = Int(frame.pointee.nb_samples)
        let channels = current.channels
        let input = UnsafeRawPointer(frame.pointee.extended_data)?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let samples = [Float](unsafeUninitializedCapacity: count * channels) { room, filled in
            var target = UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            let made = swr_convert(
                converter, &target, Int32(count), input.map { UnsafeMutablePointer(mutating: $0) }, Int32(count))
            filled = min(max(0, Int(made)), count) * channels
        }
        return samples.isEmpty ? nil : SoundRun(format: current, samples: samples)
    }

    private func adapt(to frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let (rate, format) = (frame.pointee.sample_rate, frame.pointee.format)
        var layout = Self.plain(frame.pointee.ch_layout)
        if var converted, converted.rate == rate, converted.format == format,
            av_channel_layout_compare(&converted.layout, &layout) == 0
        {
            return true
        }
        swr_free(&converter)
        converted = nil
        var target = layout
        let code = swr_alloc_set_opts2(
            &converter, &target, AV_SAMPLE_FMT_FLT, rate, &layout, AVSampleFormat(rawValue: format), rate, 0, nil)
        guard code >= 0, swr_init(converter) >= 0 else {
            return false
        }
        converted = (rate, format, layout)
        current = SoundFormat(rate: Int(rate), weights: Self.weights(layout))
        return true
    }

    /// Returns a layout that owns no memory, so that it can be kept: the layout itself if its channels are named
    /// loudspeaker positions, else only the number of channels.
    private static func plain(_ layout: AVChannelLayout) -> AVChannelLayout {
        guard layout.order != AV_CHANNEL_ORDER_NATIVE else {
            return layout
        }
        var plain = AVChannelLayout()
        plain.order = AV_CHANNEL_ORDER_UNSPEC
        plain.nb_channels = layout.nb_channels
        return plain
    }

    /// FFmpeg's weights for a down-mix to one channel, or equal weights if it has none for the layout.
    private static func weights(_ layout: AVChannelLayout) -> [Float] {
        var layout = layout
        let count = Int(layout.nb_channels)
        var mono = AVChannelLayout()
        av_channel_layout_default(&mono, 1)
        var matrix = [Double](repeating: 0, count: Int(mostChannels) * Int(mostChannels))
        let half = 0.5.squareRoot()
        let code = swr_build_matrix2(
            &layout, &mono, half, half, 0, 1, 1, &matrix, Int(mostChannels), AV_MATRIX_ENCODING_NONE, nil)
        let weights = matrix.prefix(count).map { Float($0) }
        let isSound = code >= 0 && weights.allSatisfy { $0.isFinite } && weights.contains { $0 > 0 }
        return isSound ? weights : [Float](repeating: 1 / Float(count), count: count)
    }
}
