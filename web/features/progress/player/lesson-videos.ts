import type { VideoAddresses } from '#kit/features/media/player/source.ts'
import type { Video } from '#shared/features/media/forms.ts'
import type { PlayableLesson, PlaybackItem, VideoOrientation, VideoType } from '#shared/features/progress/playback.ts'

export type PlayableVideo = VideoAddresses & Pick<Video, 'id' | 'duration' | 'preview' | 'subtitles'>

/** One play of one lesson: an entry of the day's playlist. */
export type PlayerItem = PlaybackItem<PlayableVideo>

type VideoVariant = Pick<PlayerItem, 'videoType' | 'videoOrientation' | 'video'>

/** The four video slots of a lesson. */
export type LessonVideos = Pick<
  PlayableLesson<PlayableVideo>,
  'localVideoFile' | 'localDescriptionVideoFile' | 'verticalVideo' | 'verticalDescriptionVideo'
>

/** Seconds: a learner who stopped closer to the end starts over. */
const endMargin = 5

/** Where playing starts, in seconds: where the learner stopped, unless that is within the last five seconds. */
export function startPosition(stoppedAt: number | undefined, durationMs: number): number {
  if (stoppedAt === undefined || !(stoppedAt > 0)) return 0
  if (durationMs > 0 && stoppedAt > durationMs / 1000 - endMargin) return 0
  return stoppedAt
}

/** All videos of a lesson; the type is 'default' when it has only one kind. */
export function lessonVariants(lesson: LessonVideos): VideoVariant[] {
  const kinds = [
    { videoType: 'analysis', horizontal: lesson.localDescriptionVideoFile, vertical: lesson.verticalDescriptionVideo },
    { videoType: 'simple', horizontal: lesson.localVideoFile, vertical: lesson.verticalVideo },
  ] as const
  const offered = kinds.filter(kind => kind.horizontal || kind.vertical)
  return offered.flatMap(({ videoType, horizontal, vertical }) => {
    const named: VideoType = offered.length > 1 ? videoType : 'default'
    const variants: VideoVariant[] = []
    if (horizontal) variants.push({ videoType: named, videoOrientation: 'horizontal', video: horizontal })
    if (vertical) variants.push({ videoType: named, videoOrientation: 'vertical', video: vertical })
    return variants
  })
}

/** The video of the wanted type and orientation; the type matters more. */
export function pickVariant(
  item: VideoVariant,
  offered: readonly VideoVariant[],
  type: VideoType,
  orientation: VideoOrientation,
): VideoVariant {
  const ofType = offered.filter(variant => variant.videoType === type)
  return ofType.find(variant => variant.videoOrientation === orientation) ?? ofType[0] ?? item
}

/** The types offered, each once, in their order. */
export function offeredTypes(offered: readonly VideoVariant[]): VideoType[] {
  return [...new Set(offered.map(variant => variant.videoType))]
}

/** Whether this type has both a vertical and a horizontal video. */
export function hasBothOrientations(offered: readonly VideoVariant[], type: VideoType): boolean {
  const ofType = offered.filter(variant => variant.videoType === type)
  return new Set(ofType.map(variant => variant.videoOrientation)).size > 1
}

/** How often the playlist plays this item's lesson in its place. */
export function repeatsOf(items: readonly PlayerItem[], item: PlayerItem): number {
  const repeats = items.filter(other => other.lessonSetLessonId === item.lessonSetLessonId).map(other => other.repeat)
  return Math.max(...repeats, 1)
}

/** The place of the item's lesson among the playlist's lessons, from 1, and their number; repeats count as one. */
export function lessonPlace(items: readonly PlayerItem[], item: PlayerItem): { place: number; count: number } {
  const lessons = [...new Set(items.map(other => other.lessonSetLessonId))]
  return { place: lessons.indexOf(item.lessonSetLessonId) + 1, count: lessons.length }
}

/** The survey's address when it is a web address; undefined for any other scheme. */
export function surveyAddress(item: PlayerItem): string | undefined {
  if (!item.surveyFormUrl || !URL.canParse(item.surveyFormUrl)) return undefined
  const { protocol, href } = new URL(item.surveyFormUrl)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
