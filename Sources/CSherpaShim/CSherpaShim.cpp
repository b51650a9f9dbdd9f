#include "CSherpaShim.h"
#include <sys/mman.h>

int parlando_memory_file(void) { return memfd_create("parlando-voice", MFD_CLOEXEC); }

#if __has_include(<sherpa-onnx/c-api/c-api.h>)
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <new>
#include <sherpa-onnx/c-api/c-api.h>

// The layout of the library's structures differs between versions, and its header has no version number.
static const char *const known_version = "2.0.1";

struct parlando_sherpa_voice {
    const SherpaOnnxOfflineTts *made;
};

static struct {
    decltype(&SherpaOnnxGetVersionStr) get_version;
    decltype(&SherpaOnnxCreateOfflineTts) create;
    decltype(&SherpaOnnxDestroyOfflineTts) destroy;
    decltype(&SherpaOnnxOfflineTtsSampleRate) rate;
    decltype(&SherpaOnnxOfflineTtsGenerateWithConfig) generate;
    decltype(&SherpaOnnxDestroyOfflineTtsGeneratedAudio) destroy_audio;
    bool ready;
} library;

// Calls that compute. The library takes itself down when the process exits, and a call that still runs would end the
// process with an error: exit waits for it, and no other begins.
struct Calls {
    std::mutex mutex;
    std::condition_variable ended;
    int running = 0;
    bool closed = false;

    bool enter() {
        std::lock_guard<std::mutex> guard(mutex);
        if (closed) return false;
        running++;
        return true;
    }

    void leave() {
        std::lock_guard<std::mutex> guard(mutex);
        running--;
        ended.notify_all();
    }

    void close() {
        std::unique_lock<std::mutex> guard(mutex);
        closed = true;
        ended.wait_for(guard, std::chrono::seconds(10), [this] { return running == 0; });
    }
};

// Never destroyed, because threads may use it until the end.
static Calls &calls() {
    static Calls *made = new Calls;
    return *made;
}

// What is registered last is done first at exit. The library registers more of its own end when it is first used, so
// this is called after the first voice was read, and again after the first sound.
static void close_at_exit() {
    atexit([] { calls().close(); });
}

template <typename Function> static void find(void *handle, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
}

parlando_sherpa_state parlando_sherpa_open(const char *path) {
    if (library.ready) return PARLANDO_SHERPA_READY;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return PARLANDO_SHERPA_MISSING;
    find(handle, "SherpaOnnxGetVersionStr", library.get_version);
    find(handle, "SherpaOnnxCreateOfflineTts", library.create);
    find(handle, "SherpaOnnxDestroyOfflineTts", library.destroy);
    find(handle, "SherpaOnnxOfflineTtsSampleRate", library.rate);
    find(handle, "SherpaOnnxOfflineTtsGenerateWithConfig", library.generate);
    find(handle, "SherpaOnnxDestroyOfflineTtsGeneratedAudio", library.destroy_audio);
    bool whole = library.get_version && library.create && library.destroy && library.rate && library.generate &&
                 library.destroy_audio;
    if (whole && strcmp(library.get_version(), known_version) == 0) {
        library.ready = true;
        return PARLANDO_SHERPA_READY;
    }
    dlclose(handle);
    return whole ? PARLANDO_SHERPA_OTHER_VERSION : PARLANDO_SHERPA_MISSING;
}

parlando_sherpa_voice *parlando_sherpa_make(const char *network, const char *tokens, float noise, float rhythm_noise,
                                            float length, int32_t threads) {
    if (!library.ready || !calls().enter()) return nullptr;
    SherpaOnnxOfflineTtsConfig config;
    memset(&config, 0, sizeof config);
    config.model.vits.model = network;
    config.model.vits.tokens = tokens;
    config.model.vits.noise_scale = noise;
    config.model.vits.noise_scale_w = rhythm_noise;
    config.model.vits.length_scale = length;
    config.model.num_threads = threads;
    config.model.provider = "cpu";
    config.max_num_sentences = 1;
    auto *voice = new (std::nothrow) parlando_sherpa_voice{};
    try {
        if (voice) voice->made = library.create(&config);
    } catch (...) {
        // The library does not read the network.
    }
    static const bool registered = (close_at_exit(), true);
    (void)registered;
    calls().leave();
    if (voice && voice->made) return voice;
    delete voice;
    return nullptr;
}

void parlando_sherpa_free(parlando_sherpa_voice *voice) {
    if (calls().enter()) {
        library.destroy(voice->made);
        calls().leave();
    }
    delete voice;
}

int32_t parlando_sherpa_rate(const parlando_sherpa_voice *voice) { return library.rate(voice->made); }

struct Hearing {
    parlando_sherpa_receiver receiver;
    void *context;
};

static int32_t receive(const float *samples, int32_t count, float, void *context) {
    auto *hearing = static_cast<Hearing *>(context);
    return hearing->receiver(samples, count, hearing->context);
}

int32_t parlando_sherpa_speak(parlando_sherpa_voice *voice, const int32_t *phonemes, int32_t count, float speed,
                              parlando_sherpa_receiver receiver, void *context) {
    if (!calls().enter()) return 0;
    SherpaOnnxGenerationConfig config;
    memset(&config, 0, sizeof config);
    config.speed = speed;
    config.silence_scale = 1;
    config.phoneme_codepoints = phonemes;
    config.phoneme_codepoints_lens = &count;
    config.phoneme_codepoints_num_sentences = 1;
    Hearing hearing = {receiver, context};
    const SherpaOnnxGeneratedAudio *audio = nullptr;
    try {
        audio = library.generate(voice->made, "", &config, receive, &hearing);
        if (audio) library.destroy_audio(audio);
    } catch (...) {
        // A network of another kind fails when it is used.
        audio = nullptr;
    }
    static const bool registered = (close_at_exit(), true);
    (void)registered;
    calls().leave();
    return audio ? 1 : 0;
}

#else

parlando_sherpa_state parlando_sherpa_open(const char *) { return PARLANDO_SHERPA_NOT_BUILT_IN; }

parlando_sherpa_voice *parlando_sherpa_make(const char *, const char *, float, float, float, int32_t) {
    return nullptr;
}

void parlando_sherpa_free(parlando_sherpa_voice *) {}

int32_t parlando_sherpa_rate(const parlando_sherpa_voice *) { return 0; }

int32_t parlando_sherpa_speak(parlando_sherpa_voice *, const int32_t *, int32_t, float, parlando_sherpa_receiver,
                              void *) {
    return 0;
}
#endif
