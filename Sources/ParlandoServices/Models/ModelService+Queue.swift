public import ParlandoCore

/// Recognises speech with a queue in front of the recogniser. The queue keeps the sound until the model is loaded.
extension ModelService: SpeechRecognizer {
    public nonisolated func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        guard options.audience == .speaker else {
            // A file needs no queue, because it is read only as fast as it is recognised.
            return lend(blocks, options)
        }
        let queue = SoundQueue(spools: spools, mostSamples: mostQueued)
        return AsyncThrowingStream { door in
            speakers.begin()
            let filling = Task {
                for await block in blocks {
                    if await queue.append(block.samples) == .usedUp {
                        door.yield(.warning(.queueFull))
                    }
                }
                await queue.finish()
            }
            let session = Task {
                defer {
                    filling.cancel()
                    self.speakers.end()
                }
                do {
                    for try await event in self.lend(AsyncStream(unfolding: { await queue.next() }), options) {
                        door.yield(event)
                    }
                    if await queue.isDamaged {
                        throw RecognitionError(.engineFailed, detail: "queued sound cannot be read")
                    }
                    door.finish()
                } catch {
                    door.finish(throwing: error)
                }
            }
            door.onTermination = { _ in
                session.cancel()
                filling.cancel()
            }
        }
    }
}
