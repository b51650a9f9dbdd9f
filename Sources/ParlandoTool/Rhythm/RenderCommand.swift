import ArgumentParser
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSignal
import ParlandoSystem

/// `parlandoctl rhythm render`
struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: tr("Write the sound of an exercise to a WAV file."),
        discussion: HelpText.paragraphs(
            tr(
                "The file has a bar of count-in, then the bars: a click on each beat, and a quiet tone for each note. "
                    + "Click n begins at frame round(n · 60 · rate / bpm)."),
            tr("--schedule writes when clicks and notes are due. Bars and beats count from 1, intervals are seconds:"),
            HelpText.form(
                #"{"rate","bpm","count_in_beats","frames","clicks":[{"frame","accent"}],"#,
                #" "notes":[{"frame","tick","bar","beat","pattern","interval"}]}"#),
            HelpText.examples(
                "parlandoctl rhythm render --bpm 90 --bars 8 --pattern quarter,eighths,triplet -o exercise.wav",
                "parlandoctl rhythm render --bpm 133.33 --bars 500 --pattern quarter --no-guide -o clicks.wav")))

    /// Rates of sound devices, in Hz.
    private static let rates = 8_000...192_000
    /// Frames rendered at a time: a tenth of a second at 48 kHz.
    private static let block = 4_800

    @OptionGroup var exercise: ExerciseArguments

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("Sample rate in Hz.")))
    var rate = 48_000

    @Flag(help: ArgumentHelp(tr("Leave out the quiet tones for the notes.")))
    var noGuide = false

    @Option(name: [.short, .long], help: ArgumentHelp(tr("The WAV file.")), completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(tr("JSON file for the times of the clicks and notes; - is standard output.")),
        completion: .file())
    var schedule: String?

    @OptionGroup var log: LogArguments

    func run() async throws {
        let plan = try exercise.schedule()
        guard Self.rates.contains(rate) else {
            throw Failure(
                .usage,
                "--rate \(rate): "
                    + tr(
                        "give a rate from {least} to {most} Hz.",
                        ["least": "\(Self.rates.lowerBound)", "most": "\(Self.rates.upperBound)"]))
        }
        if let schedule, let place = FileIdentity(written: schedule), place == FileIdentity(written: output) {
            throw Failure(
                .usage,
                tr("The sound and the schedule would both be written to {target}.", ["target": output]))
        }
        try [output, schedule].compactMap { $0 }.filter { $0 != "-" }.forEach(OutputPlan.checkPlace)
        try await Interrupts.cutting { () async throws(Failure) in
            let document = ScheduleDocument(plan, gaps: exercise.clicks.pattern.gaps, rate: rate)
            guard document.frames <= WaveWriter.mostFrames else {
                throw Failure(
                    .usage,
                    "\(output): "
                        + tr("a WAV file cannot hold so much sound; ask for fewer bars or a lower rate."))
            }
            do throws(TextSaveError) {
                try render(plan, frames: document.frames)
            } catch {
                throw Failure(error, path: output)
            }
            if let schedule, !Task.isCancelled {
                try await write(document, to: schedule)
            }
        }
    }

    private func write(_ document: ScheduleDocument, to path: String) async throws(Failure) {
        let text = try document.jsonLine() + "\n"
        guard path != "-" else {
            return try Output.write(text)
        }
        do throws(TextSaveError) {
            try await FileTextSaver().save(text, to: path)
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// If the task is canceled, there is no file.
    private func render(_ plan: Schedule, frames: Int) throws(TextSaveError) {
        let standard = RhythmOptions(exercise: plan.exercise)
        let voice = MetronomeVoice(
            rate: rate, clickVolume: standard.clickVolume, guideVolume: noGuide ? 0 : standard.guideVolume)
        var clicks = exercise.clicks.pattern
        clicks.swing = plan.exercise.swing
        voice.begin(
            MetronomeRun(
                firstClick: 0, tempo: plan.course.tempo(atTick: plan.startTick), clicks: plan.clicks, pattern: clicks,
                countIn: clicks.beats))
        var guide = GuideFeed(plan, rate: rate, firstClick: 0, gaps: clicks.gaps)
        let file = try WaveWriter(path: output, rate: rate, frames: frames)
        let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.block)
        defer { room.deallocate() }
        for frame in stride(from: 0, to: frames, by: Self.block) {
            guard !Task.isCancelled else {
                return
            }
            guide.feed(voice, until: frame + Self.block)
            let block = UnsafeMutableBufferPointer(rebasing: room[0..<min(Self.block, frames - frame)])
            voice.render(into: block, at: frame)
            try file.write(UnsafeBufferPointer(block))
        }
        try file.finish()
    }
}

/// When clicks and notes are expected.
struct ScheduleDocument: Encodable {
    struct Click: Encodable {
        let frame: Int
        let accent: Bool
    }

    struct Note: Encodable {
        let frame: Int
        let tick: Int
        let bar: Int
        let beat: Double
        let pattern: String
        let interval: Double
    }

    let rate: Int
    let bpm: Double
    let count_in_beats: Int
    let frames: Int
    let clicks: [Click]
    let notes: [Note]

    /// - Parameter schedule: of finite length.
    init(_ schedule: Schedule, gaps: ClickGaps, rate: Int) {
        self.rate = rate
        let tempo = schedule.course.tempo(atTick: 0)
        bpm = tempo.beatsPerMinute
        count_in_beats = schedule.exercise.meter.beats
        let count = schedule.clicks ?? 0
        let clock = schedule.course.stretch(atTick: 0)
        let meter = schedule.exercise.meter
        let heard = (0..<count).filter { gaps.hasClick(bar: $0 / meter.beats - 1, beat: $0 % meter.beats) }
        clicks = heard.map {
            Click(
                frame: clock.frame(ofTick: Double($0 * meter.beatTicks), rate: rate),
                accent: $0.isMultiple(of: meter.beats))
        }
        frames = clock.frame(ofTick: Double(count * meter.beatTicks), rate: rate)
        var rest = schedule
        var notes: [Note] = []
        while let bar = rest.nextBar() {
            notes += bar.filter { $0.note != nil }.map { event in
                Note(
                    frame: schedule.frame(of: event.position, rate: rate), tick: event.tick, bar: event.bar + 1,
                    beat: event.beat + 1, pattern: event.pattern,
                    interval: clock.seconds(ofTick: event.end) - clock.seconds(ofTick: event.position))
            }
        }
        self.notes = notes
    }
}
