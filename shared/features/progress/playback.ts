/** A brand's statistic timings, in ms. */
export type StatisticTiming = { saveTimeoutMs: number; minViewedMs: number; minViewedEndedMs: number }

/**
 * Whether enough was watched since the last report to send one; a finished day needs more. What staff watch while they
 * are signed in as the learner is never sent.
 */
export function shouldSendStatistic(
  viewedMs: number,
  { isDayEnded, isActing }: { isDayEnded: boolean; isActing: boolean },
  timing: StatisticTiming,
): boolean {
  return !isActing && viewedMs >= (isDayEnded ? timing.minViewedEndedMs : timing.minViewedMs)
}

/**
 * How often a lesson set is played. Where the set gives the learner a range, the choice for this set, else the one
 * for the whole stream, else the set's own count is clamped to it; a set without a range keeps its count. Never under 1;
 * a stream's repeat of 0 or less counts as 1.
 */
export function repeatCount(
  set: { repeatCount: number; userRepeat?: { from: number; to: number } },
  userChoice?: number,
  streamRepeat?: number,
): number {
  const ofStream = streamRepeat === undefined ? undefined : Math.max(1, streamRepeat)
  const range = set.userRepeat
  const count = range
    ? Math.max(range.from, Math.min(range.to, userChoice ?? ofStream ?? set.repeatCount))
    : set.repeatCount
  return Math.max(1, Math.trunc(count))
}

export type VideoType = 'simple' | 'analysis' | 'default'
export type VideoOrientation = 'horizontal' | 'vertical'

export type PlayableLesson<Video> = {
  id: number
  title: string
  subtitle?: string
  localVideoFile?: Video
  localDescriptionVideoFile?: Video
  verticalVideo?: Video
  verticalDescriptionVideo?: Video
}

type PlayableSet = {
  id: number
  lessons: readonly { id: number; lessonId: number; sort: number; surveyFormUrl?: string }[]
  sort: number
}

/** One item to play. `videoType` is 'default' when the lesson has only one kind of video. */
export type PlaybackItem<Video> = {
  key: string
  lessonId: number
  lessonSetLessonId: number
  title: string
  subtitle?: string
  videoType: VideoType
  videoOrientation: VideoOrientation
  /** From 1. */
  repeat: number
  video: Video
  /** Only on a lesson's last item in its set: the survey opens after it. */
  surveyFormUrl?: string
}

/** 'default' plays the analysis once, before the first repeat, and the simple video each time. */
export type PlaybackPreferences = { videoType: VideoType; orientation: VideoOrientation }

type Variant<Video> = { video: Video; videoType: VideoType; videoOrientation: VideoOrientation }

function oriented<Video>(horizontal: Video | undefined, vertical: Video | undefined, wanted: VideoOrientation) {
  const isVertical = vertical !== undefined && (wanted === 'vertical' || horizontal === undefined)
  const video = isVertical ? vertical : horizontal
  const videoOrientation: VideoOrientation = isVertical ? 'vertical' : 'horizontal'
  return video === undefined ? undefined : { video, videoOrientation }
}

/** The videos of a lesson to play in a repeat: of the wanted kind, else what there is. */
function variantsOf<Video>(
  lesson: PlayableLesson<Video>,
  preferences: PlaybackPreferences,
  repeat: number,
): Variant<Video>[] {
  const { orientation, videoType } = preferences
  const simple = oriented(lesson.localVideoFile, lesson.verticalVideo, orientation)
  const analysis = oriented(lesson.localDescriptionVideoFile, lesson.verticalDescriptionVideo, orientation)
  const only = simple ?? analysis
  if (!only) return []
  if (!simple || !analysis) return [{ ...only, videoType: 'default' }]
  const plain: Variant<Video> = { ...simple, videoType: 'simple' }
  const explained: Variant<Video> = { ...analysis, videoType: 'analysis' }
  if (videoType === 'simple') return [plain]
  if (videoType === 'analysis') return [explained]
  return repeat === 1 ? [explained, plain] : [plain]
}

/**
 * Everything a day plays, in order: each set as often as `repeats` says for its id (once when it says nothing), in
 * each repeat every lesson in turn. Lessons without a video, or unknown, are left out.
 */
export function dayPlaylist<Video>(
  day: { lessonSets: readonly PlayableSet[] },
  repeats: ReadonlyMap<number, number>,
  lessons: ReadonlyMap<number, PlayableLesson<Video>>,
  preferences: PlaybackPreferences,
): PlaybackItem<Video>[] {
  return [...day.lessonSets].sort(bySort).flatMap(set => {
    const times = repeats.get(set.id) ?? 1
    return Array.from({ length: times }, (_, index) => index + 1).flatMap(repeat =>
      [...set.lessons].sort(bySort).flatMap(({ id, lessonId, surveyFormUrl }) => {
        const lesson = lessons.get(lessonId)
        if (!lesson) return []
        const variants = variantsOf(lesson, preferences, repeat)
        return variants.map((variant, place): PlaybackItem<Video> => {
          const isLast = repeat === times && place === variants.length - 1
          return {
            ...variant,
            key: `${id}-${repeat}-${variant.videoType}`,
            lessonId,
            lessonSetLessonId: id,
            title: lesson.title,
            subtitle: lesson.subtitle,
            repeat,
            surveyFormUrl: isLast ? surveyFormUrl : undefined,
          }
        })
      }),
    )
  })
}

function bySort(a: { sort: number }, b: { sort: number }): number {
  return a.sort - b.sort
}

/** Percentages of a video reported to analytics, once each. */
const milestones = [10, 25, 50, 75] as const
export type Milestone = (typeof milestones)[number]

/** The milestones passed between two positions (0 to 1) that were not sent before. */
export function nextMilestones(previousRatio: number, ratio: number, alreadySent: ReadonlySet<Milestone>): Milestone[] {
  return milestones.filter(
    percent => previousRatio < percent / 100 && percent / 100 <= ratio && !alreadySent.has(percent),
  )
}
