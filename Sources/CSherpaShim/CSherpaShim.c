#define _GNU_SOURCE
#include "CSherpaShim.h"
#include <sys/mman.h>

int parlando_memory_file(void) { return memfd_create("parlando-voice", MFD_CLOEXEC); }

#if __has_include(<sherpa-onnx/c-api/c-api.h>)
#include <dlfcn.h>
#include <sherpa-onnx/c-api/c-api.h>
#include <stdlib.h>
#include <string.h>

// The layout of the library's structures differs between versions, and no version number is in the header.
static const char *const version = "2.0.1";

struct parlando_sherpa_voice {
    const SherpaOnnxOfflineTts *made;
};

static struct {
    __typeof__(&SherpaOnnxGetVersionStr) get_version;
    __typeof__(&SherpaOnnxCreateOfflineTts) create;
    __typeof__(&SherpaOnnxDestroyOfflineTts) destroy;
    __typeof__(&SherpaOnnxOfflineTtsSampleRate) rate;
    __typeof__(&SherpaOnnxOfflineTtsGenerateWithConfig) generate;
    __typeof__(&SherpaOnnxDestroyOfflineTtsGeneratedAudio) destroy_audio;
    int ready;
} library;

parlando_sherpa_state parlando_sherpa_open(const char *path) {
    if (library.ready) return PARLANDO_SHERPA_READY;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return PARLANDO_SHERPA_MISSING;
    library.get_version = dlsym(handle, "SherpaOnnxGetVersionStr");
    library.create = dlsym(handle, "SherpaOnnxCreateOfflineTts");
    library.destroy = dlsym(handle, "SherpaOnnxDestroyOfflineTts");
    library.rate = dlsym(handle, "SherpaOnnxOfflineTtsSampleRate");
    library.generate = dlsym(handle, "SherpaOnnxOfflineTtsGenerateWithConfig");
    library.destroy_audio = dlsym(handle, "SherpaOnnxDestroyOfflineTtsGeneratedAudio");
    int whole = library.get_version && library.create && library.destroy && library.rate && library.generate &&
                library.destroy_audio;
    if (whole && strcmp(library.get_version(), version) == 0) {
        library.ready = 1;
        return PARLANDO_SHERPA_READY;
    }
    dlclose(handle);
    return whole ? PARLANDO_SHERPA_OTHER_VERSION : PARLANDO_SHERPA_MISSING;
}

parlando_sherpa_voice *parlando_sherpa_make(const char *network, const char *tokens, float noise, float rhythm_noise,
                                            float length, int32_t threads) {
    if (!library.ready) return NULL;
    parlando_sherpa_voice *voice = calloc(1, sizeof *voice);
    if (!voice) return NULL;
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
    voice->made = library.create(&config);
    if (!voice->made) {
        free(voice);
        return NULL;
    }
    return voice;
}

void parlando_sherpa_free(parlando_sherpa_voice *voice) {
    library.destroy(voice->made);
    free(voice);
}

int32_t parlando_sherpa_rate(const parlando_sherpa_voice *voice) { return library.rate(voice->made); }

struct hearing {
    parlando_sherpa_receiver receiver;
    void *context;
};

static int32_t receive(const float *samples, int32_t count, float progress, void *context) {
    (void)progress;
    struct hearing *hearing = context;
    return hearing->receiver(samples, count, hearing->context);
}

int32_t parlando_sherpa_speak(parlando_sherpa_voice *voice, const int32_t *phonemes, int32_t count, float speed,
                              parlando_sherpa_receiver receiver, void *context) {
    SherpaOnnxGenerationConfig config;
    memset(&config, 0, sizeof config);
    config.speed = speed;
    config.silence_scale = 1;
    config.phoneme_codepoints = phonemes;
    config.phoneme_codepoints_lens = &count;
    config.phoneme_codepoints_num_sentences = 1;
    struct hearing hearing = {receiver, context};
    const SherpaOnnxGeneratedAudio *audio = library.generate(voice->made, "", &config, receive, &hearing);
    if (!audio) return 0;
    library.destroy_audio(audio);
    return 1;
}

#else

parlando_sherpa_state parlando_sherpa_open(const char *path) {
    (void)path;
    return PARLANDO_SHERPA_NOT_BUILT_IN;
}

parlando_sherpa_voice *parlando_sherpa_make(const char *network, const char *tokens, float noise, float rhythm_noise,
                                            float length, int32_t threads) {
    (void)network, (void)tokens, (void)noise, (void)rhythm_noise, (void)length, (void)threads;
    return 0;
}

void parlando_sherpa_free(parlando_sherpa_voice *voice) { (void)voice; }

int32_t parlando_sherpa_rate(const parlando_sherpa_voice *voice) {
    (void)voice;
    return 0;
}

int32_t parlando_sherpa_speak(parlando_sherpa_voice *voice, const int32_t *phonemes, int32_t count, float speed,
                              parlando_sherpa_receiver receiver, void *context) {
    (void)voice, (void)phonemes, (void)count, (void)speed, (void)receiver, (void)context;
    return 0;
}
#endif
