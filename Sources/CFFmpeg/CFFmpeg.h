#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/error.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

// Macros that Swift does not import.
static const int parlando_av_end = AVERROR_EOF;
static const int parlando_av_again = AVERROR(EAGAIN);
static const int64_t parlando_av_no_time = AV_NOPTS_VALUE;
static const int parlando_av_checked = AV_EF_CRCCHECK | AV_EF_EXPLODE;
