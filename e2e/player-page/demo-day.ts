import { nativeLanguageName } from '#shared/features/media/forms.ts'
import type { LessonVideos, PlayableVideo, PlayerItem } from '#web/features/progress/player/lesson-videos.ts'

function subtitlesIn(codes: readonly string[]): PlayableVideo['subtitles'] {
  return codes.map(code => ({
    languageCode: code,
    label: nativeLanguageName(code),
    name: code,
    url: `/${code}.vtt`,
  }))
}

function videoOf(id: number, source: Partial<PlayableVideo>): PlayableVideo {
  const none = { url: undefined, m3u8: undefined, mp4: undefined, preview: '/poster.jpg', duration: 8000 }
  return { ...none, subtitles: [], ...source, id }
}

const twoAudio = videoOf(1, { m3u8: '/two-audio.m3u8', duration: 20_000, subtitles: subtitlesIn(['en', 'ru', 'es']) })
const plain = videoOf(2, { m3u8: '/plain.m3u8' })
const upright = videoOf(3, { mp4: '/upright.mp4' })
const wide = videoOf(4, { mp4: '/wide.mp4', subtitles: subtitlesIn(['broken', 'en', 'ar']) })
const broken = videoOf(5, { mp4: '/broken.mp4' })
const brokenPlaylist = videoOf(6, { m3u8: '/missing.m3u8', mp4: '/wide.mp4' })

const lessons = new Map<number, LessonVideos>([
  [
    1,
    {
      localVideoFile: twoAudio,
      verticalVideo: upright,
      localDescriptionVideoFile: wide,
      verticalDescriptionVideo: videoOf(7, { mp4: '/upright.mp4' }),
    },
  ],
])

export function lessonOf(item: PlayerItem): LessonVideos | undefined {
  return lessons.get(item.lessonId)
}

function itemOf(lessonId: number, title: string, video: PlayableVideo, change: Partial<PlayerItem> = {}): PlayerItem {
  return {
    key: `${lessonId}-1`,
    lessonId,
    lessonSetLessonId: lessonId * 10,
    title,
    videoType: 'default',
    videoOrientation: 'horizontal',
    repeat: 1,
    video,
    ...change,
  }
}

/** A day with each kind of video and each kind of trouble. */
export const demoDay: readonly PlayerItem[] = [
  itemOf(1, 'Morning breathing', twoAudio, { videoType: 'simple', subtitle: 'исполнение' }),
  itemOf(2, 'Shoulder circles', plain),
  itemOf(2, 'Shoulder circles', plain, { key: '2-2', repeat: 2 }),
  itemOf(3, 'Standing tall', upright, { videoOrientation: 'vertical' }),
  itemOf(4, 'A broken clip', broken),
  itemOf(5, 'A lost playlist', brokenPlaylist),
  itemOf(6, 'Evening stretch', wide, { surveyFormUrl: 'https://forms.example/stretch' }),
]
