// An ALSA device that misbehaves as it is told: for the tests of what happens on a bad day.
// As a microphone its sound is a ramp, so that a lost or doubled frame shows: frame n of an opening has the value n % 1000 on each
// channel, in sixteen bits (n % 1000 * 65536 in thirty-two, n % 1000 / 32768 in float).
//
// The name is "faulty:PLAN", a plan is words joined by "+":
//   open-E       opening fails with error number E
//   file-PATH    the device is there while this file exists ("." stands for "/"): else opening fails with ENODEV,
//                and reading too
//   rate-N channels-N format-s16|s32|float     what the device can do, 48000, 2 and s16 if nothing is said
//   period-N     it works in periods of exactly N frames
//   fail-E-N     reading or writing fails with error number E from frame N on
//   xrun-N       it runs full, or empty, once at frame N
//   xruns-N      from frame N on it does nothing else
//   stall-N      no frames after frame N
//   hang-N       opening takes N milliseconds
//   alone        it cannot be opened twice: EBUSY
//   record-PATH  keeps what is played: the first channel in sixteen bits, and in PATH.starts a line for each start of
//                the stream: how many frames came before, and the nanosecond of the start on the monotonic clock
//   air-N        a loudspeaker plays into the air of this process, and a microphone hears that N microseconds later, in
//                place of the ramp: both to the sample by the monotonic clock, however busy the machine is
//   room-N       which air: what is played in a room is not heard in another; 0 to 15, 0 if nothing is said
//   skew-N       its clock is N millionths faster than it says, slower if negative
//   sound-PATH   in place of the ramp a microphone hears this file from its beginning at each opening, and then silence:
//                one channel in sixteen bits
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    snd_pcm_ioplug_t io;
    struct air *room;
    char file[512], record[512];
    int open_error, fail_error, hang, alone, overran, runs;
    long fail_at, xrun_at, xruns_at, stall_at, air, skew;
    unsigned rate, channels, format, period;
    short *sound;
    unsigned long long sound_frames;
    struct timespec start;
    // Frames since the opening: made before the last start, and given to the program.
    unsigned long long made, given;
} faulty_t;

// What the last loudspeaker in a room played: frame n of it is in sound[n % AIR], and was heard as seconds(n) tells.
enum { AIR = 1 << 20, ROOMS = 16 };
struct air {
    pthread_mutex_t lock;
    struct timespec start;
    unsigned long long made, end;
    double rate;
    float sound[AIR];
};
static struct air rooms[ROOMS] = {[0 ... ROOMS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static double seconds_between(const struct timespec *first, const struct timespec *second) {
    return (double)(second->tv_sec - first->tv_sec) + (double)(second->tv_nsec - first->tv_nsec) * 1e-9;
}

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_between(start, &now);
}

// Frames per second of the monotonic clock.
static double pace(const faulty_t *device) { return device->io.rate * (1 + (double)device->skew * 1e-6); }

static int is_gone(const faulty_t *device) { return device->file[0] && access(device->file, F_OK) != 0; }

// Everything that is kept is appended, so that a device that was lost goes on where it was.
static void keep(const char *path, const char *suffix, const void *data, size_t size) {
    char name[600];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    FILE *file = *path ? fopen(name, "ab") : NULL;
    if (file) {
        fwrite(data, 1, size, file);
        fclose(file);
    }
}

static int faulty_start(snd_pcm_ioplug_t *io) {
    faulty_t *device = io->private_data;
    long nanoseconds = (long)(1e9 * (double)io->period_size / io->rate);
    struct itimerspec period = {{0, nanoseconds}, {0, nanoseconds}};
    clock_gettime(CLOCK_MONOTONIC, &device->start);
    if (io->stream == SND_PCM_STREAM_CAPTURE)
        device->made = device->given;
    if (device->air >= 0 && io->stream == SND_PCM_STREAM_PLAYBACK) {
        pthread_mutex_lock(&device->room->lock);
        device->room->start = device->start;
        device->room->made = device->made;
        device->room->rate = pace(device);
        pthread_mutex_unlock(&device->room->lock);
    }
    char line[64];
    int length = snprintf(line, sizeof line, "%llu %lld\n", device->made,
                          device->start.tv_sec * 1000000000LL + device->start.tv_nsec);
    keep(device->record, ".starts", line, (size_t)length);
    device->runs = 1;
    timerfd_settime(io->poll_fd, 0, &period, NULL);
    return 0;
}

static int faulty_stop(snd_pcm_ioplug_t *io) {
    faulty_t *device = io->private_data;
    device->runs = 0;
    struct itimerspec never = {{0, 0}, {0, 0}};
    timerfd_settime(io->poll_fd, 0, &never, NULL);
    return 0;
}

static int faulty_prepare(snd_pcm_ioplug_t *io) {
    faulty_t *device = io->private_data;
    device->runs = 0;
    if (device->overran)
        device->xrun_at = -1;
    // What was written and not heard is thrown away.
    if (io->stream == SND_PCM_STREAM_PLAYBACK)
        device->made = device->given;
    return 0;
}

static snd_pcm_sframes_t faulty_pointer(snd_pcm_ioplug_t *io) {
    faulty_t *device = io->private_data;
    if (!device->runs)
        return is_gone(device) ? -ENODEV : 0;
    unsigned long long total = device->made + (unsigned long long)(seconds_since(&device->start) * pace(device));
    if (is_gone(device))
        return -ENODEV;
    if (device->fail_at >= 0 && total >= (unsigned long long)device->fail_at)
        return -device->fail_error;
    if (device->xruns_at >= 0 && total >= (unsigned long long)device->xruns_at)
        return -EPIPE;
    if (device->xrun_at >= 0 && total >= (unsigned long long)device->xrun_at) {
        device->overran = 1;
        return -EPIPE;
    }
    if (device->stall_at >= 0 && total > (unsigned long long)device->stall_at)
        total = (unsigned long long)device->stall_at;
    unsigned long long done = total > device->made ? total - device->made : 0;
    if (io->stream == SND_PCM_STREAM_PLAYBACK)
        return total > device->given ? -EPIPE : (snd_pcm_sframes_t)(done % io->buffer_size);
    if (done - (device->given - device->made) > io->buffer_size)
        return -EPIPE;
    return (snd_pcm_sframes_t)(done % io->buffer_size);
}

static void take(faulty_t *device, const snd_pcm_channel_area_t *area, snd_pcm_uframes_t offset,
                 snd_pcm_uframes_t size) {
    if (size == 0)
        return;
    short kept[size];
    for (snd_pcm_uframes_t frame = 0; frame < size; frame++) {
        const void *place = (const char *)area->addr + area->first / 8 + (offset + frame) * area->step / 8;
        kept[frame] = device->io.format == SND_PCM_FORMAT_S16   ? *(const short *)place
                      : device->io.format == SND_PCM_FORMAT_S32 ? (short)(*(const int *)place / 65536)
                                                                : (short)(*(const float *)place * 32767.0f);
    }
    keep(device->record, "", kept, sizeof kept);
    if (device->air >= 0) {
        pthread_mutex_lock(&device->room->lock);
        for (snd_pcm_uframes_t frame = 0; frame < size; frame++)
            device->room->sound[(device->given + frame) % AIR] = (float)kept[frame] / 32768.0f;
        device->room->end = device->given + size;
        pthread_mutex_unlock(&device->room->lock);
    }
    device->given += size;
}

// What is heard of the air at so many seconds after the start of a microphone.
static float heard(const faulty_t *device, double seconds) {
    const struct air *air = device->room;
    double place = (double)air->made
                   + (seconds + seconds_between(&air->start, &device->start) - (double)device->air * 1e-6) * air->rate;
    double first = floor(place);
    if (air->rate <= 0 || first < (double)air->made || first + 1 >= (double)air->end || first < (double)air->end - AIR)
        return 0;
    float left = air->sound[(unsigned long long)first % AIR], right = air->sound[((unsigned long long)first + 1) % AIR];
    return left + (float)(place - first) * (right - left);
}

static float value_of(const faulty_t *device, unsigned long long frame) {
    if (device->air >= 0)
        return heard(device, (double)(frame - device->made) / pace(device));
    if (device->sound)
        return frame < device->sound_frames ? (float)device->sound[frame] / 32768.0f : 0;
    return (float)(frame % 1000) / 32768.0f;
}

static void give(const faulty_t *device, void *place, float value) {
    if (device->io.format == SND_PCM_FORMAT_S16)
        *(short *)place = (short)lrintf(value * 32767.0f);
    else if (device->io.format == SND_PCM_FORMAT_S32)
        *(int *)place = (int)lrint((double)value * 2147483647.0);
    else
        *(float *)place = value;
}

static snd_pcm_sframes_t faulty_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                         snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    faulty_t *device = io->private_data;
    if (io->stream == SND_PCM_STREAM_PLAYBACK) {
        take(device, areas, offset, size);
        return (snd_pcm_sframes_t)size;
    }
    pthread_mutex_lock(&device->room->lock);
    for (snd_pcm_uframes_t frame = 0; frame < size; frame++) {
        float value = value_of(device, device->given + frame);
        for (unsigned channel = 0; channel < io->channels; channel++) {
            const snd_pcm_channel_area_t *area = &areas[channel];
            give(device, (char *)area->addr + area->first / 8 + (offset + frame) * area->step / 8, value);
        }
    }
    pthread_mutex_unlock(&device->room->lock);
    device->given += size;
    return (snd_pcm_sframes_t)size;
}

static int faulty_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count,
                          unsigned short *events) {
    unsigned long long ticks;
    (void)count;
    *events = descriptors[0].revents;
    if ((*events & POLLIN) && read(io->poll_fd, &ticks, sizeof ticks) < 0)
        *events = 0;
    if ((*events & POLLIN) && io->stream == SND_PCM_STREAM_PLAYBACK)
        *events = POLLOUT;
    snd_pcm_sframes_t now = faulty_pointer(io);
    if (now < 0)
        *events |= POLLERR;
    return 0;
}

static int users_alone;

static int faulty_close(snd_pcm_ioplug_t *io) {
    faulty_t *device = io->private_data;
    if (device->alone)
        __atomic_sub_fetch(&users_alone, 1, __ATOMIC_SEQ_CST);
    close(io->poll_fd);
    free(device->sound);
    free(device);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = faulty_start, .stop = faulty_stop, .pointer = faulty_pointer, .transfer = faulty_transfer,
    .prepare = faulty_prepare, .poll_revents = faulty_revents, .close = faulty_close,
};

static void copy_path(char *target, const char *text) {
    snprintf(target, 512, "%s", text);
    for (char *letter = target; *letter; letter++)
        if (*letter == '.')
            *letter = '/';
}

static void read_sound(faulty_t *device, const char *text) {
    char path[512];
    copy_path(path, text);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) < 0) {
        SNDERR("faulty: cannot read '%s'", path);
        return;
    }
    size_t frames = (size_t)ftell(file) / sizeof(short);
    rewind(file);
    device->sound = malloc(frames * sizeof(short));
    device->sound_frames = device->sound ? fread(device->sound, sizeof(short), frames, file) : 0;
    fclose(file);
}

static void read_word(faulty_t *device, const char *word) {
    char text[500];
    unsigned room = ROOMS;
    if (sscanf(word, "file-%499s", text) == 1) {
        copy_path(device->file, text);
    } else if (sscanf(word, "record-%499s", text) == 1) {
        copy_path(device->record, text);
    } else if (sscanf(word, "sound-%499s", text) == 1) {
        read_sound(device, text);
    } else if (sscanf(word, "format-%9s", text) == 1) {
        device->format = !strcmp(text, "s32") ? SND_PCM_FORMAT_S32
                       : !strcmp(text, "float") ? SND_PCM_FORMAT_FLOAT : SND_PCM_FORMAT_S16;
    } else if (!strcmp(word, "alone")) {
        device->alone = 1;
    } else if (sscanf(word, "open-%d", &device->open_error) != 1
               && sscanf(word, "hang-%d", &device->hang) != 1
               && sscanf(word, "rate-%u", &device->rate) != 1
               && sscanf(word, "channels-%u", &device->channels) != 1
               && sscanf(word, "period-%u", &device->period) != 1
               && sscanf(word, "fail-%d-%ld", &device->fail_error, &device->fail_at) != 2
               && sscanf(word, "xrun-%ld", &device->xrun_at) != 1
               && sscanf(word, "xruns-%ld", &device->xruns_at) != 1
               && sscanf(word, "stall-%ld", &device->stall_at) != 1
               && sscanf(word, "skew-%ld", &device->skew) != 1
               && sscanf(word, "air-%ld", &device->air) != 1
               && sscanf(word, "room-%u", &room) != 1) {
        SNDERR("faulty: what is '%s'?", word);
    }
    if (room < ROOMS)
        device->room = &rooms[room];
}

static int set_limits(faulty_t *device) {
    const unsigned access[] = {SND_PCM_ACCESS_RW_INTERLEAVED};
    const unsigned frame = device->channels * (device->format == SND_PCM_FORMAT_S16 ? 2 : 4);
    snd_pcm_ioplug_t *io = &device->io;
    int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, access);
    if (!error)
        error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, &device->format);
    if (!error)
        error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, 1, &device->rate);
    if (!error)
        error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, &device->channels);
    if (!error)
        error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 
                                                frame * (device->period ? device->period : 64),
                                                frame * (device->period ? device->period : 100000));
    if (!error)
        error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
    return error;
}

static const char *plan_of(snd_config_t *conf) {
    snd_config_iterator_t item, next;
    const char *name, *plan = "";
    snd_config_for_each(item, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(item);
        if (snd_config_get_id(entry, &name) >= 0 && !strcmp(name, "plan"))
            snd_config_get_string(entry, &plan);
    }
    return plan;
}

SND_PCM_PLUGIN_DEFINE_FUNC(faulty) {
    (void)root;
    faulty_t *device = calloc(1, sizeof *device);
    char *plan = strdup(plan_of(conf)), *rest = NULL;
    if (!device || !plan)
        return -ENOMEM;
    device->fail_at = device->xrun_at = device->xruns_at = device->stall_at = device->air = -1;
    device->room = &rooms[0];
    device->rate = 48000;
    device->channels = 2;
    device->format = SND_PCM_FORMAT_S16;
    for (char *word = strtok_r(plan, "+", &rest); word; word = strtok_r(NULL, "+", &rest))
        read_word(device, word);
    free(plan);
    usleep((useconds_t)device->hang * 1000);
    int error = device->open_error ? -device->open_error : is_gone(device) ? -ENODEV : 0;
    if (!error) {
        device->io.version = SND_PCM_IOPLUG_VERSION;
        device->io.name = "Faulty device";
        device->io.callback = &callbacks;
        device->io.private_data = device;
        device->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
        device->io.poll_events = POLLIN;
        error = snd_pcm_ioplug_create(&device->io, name, stream, mode);
        if (error)
            close(device->io.poll_fd);
    }
    if (error) {
        free(device->sound);
        free(device);
        return error;
    }
    error = set_limits(device);
    if (error) {
        snd_pcm_ioplug_delete(&device->io);
        return error;
    }
    if (device->alone && __atomic_add_fetch(&users_alone, 1, __ATOMIC_SEQ_CST) > 1) {
        snd_pcm_ioplug_delete(&device->io);
        return -EBUSY;
    }
    *pcmp = device->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(faulty);
