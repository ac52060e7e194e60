import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayback } from '#kit/features/media/player/playback.ts'
import { usePreferences } from '#kit/features/media/player/preferences.ts'
import {
  type StatisticTiming,
  shouldSendStatistic,
  type VideoOrientation,
  type VideoType,
} from '#shared/features/progress/playback.ts'
import {
  hasBothOrientations,
  type LessonVideos,
  lessonVariants,
  offeredTypes,
  type PlayerItem,
  pickVariant,
  startPosition,
  surveyAddress,
} from './lesson-videos.ts'
import type { WatchedAmount } from './watch-meter.ts'
import { type MilestoneName, useMilestones, useWatching } from './watch-reports.ts'

export interface WatchedReport {
  lessonSetLessonId: number
  /** Whole seconds in ms, since the last report of this lesson. */
  viewedMs: number
  playCount: number
  positionSeconds: number
  film: WatchedAmount['film']
}

export interface LessonPlayerProps {
  items: readonly PlayerItem[]
  /** The entry to show; a new one, also of the same key, is a choice. With `isPlayed` it plays at once. */
  start?: { key: string; isPlayed: boolean } | undefined
  /** Where the learner stopped in a lesson, in seconds, by lesson set lesson id. */
  resume?: ReadonlyMap<number, number>
  /** All videos of the item's lesson; without it there is nothing to choose. */
  lessonOf?: (item: PlayerItem) => LessonVideos | undefined
  isDayEnded: boolean
  /** Staff are signed in as the learner. */
  isActing: boolean
  timing: StatisticTiming
  onWatched: (report: WatchedReport) => void
  onItemChange?: (item: PlayerItem) => void
  onAllPlayed?: () => void
  onMilestone?: (name: MilestoneName, item: PlayerItem, percent: number) => void
}

export type Items = readonly [PlayerItem, ...PlayerItem[]]

/** Where the learner is in the playlist. A new `start` goes there; where an entry left the list, its lesson's is found. */
function usePlaylist({ start, onItemChange }: LessonPlayerProps, items: Items) {
  const [current, setCurrent] = useState({ key: start?.key, start, lesson: 0 })
  if (current.start !== start) setCurrent({ ...current, key: start?.key ?? current.key, start })
  const found = items.findIndex(item => item.key === current.key)
  const index = Math.max(0, found >= 0 ? found : items.findIndex(item => item.lessonSetLessonId === current.lesson))
  const item = items[index] ?? items[0]
  return {
    item,
    next: items[index + 1],
    previous: items[index - 1],
    go(other: PlayerItem) {
      setCurrent({ key: other.key, start, lesson: other.lessonSetLessonId })
      if (other.key !== item.key) onItemChange?.(other)
    },
  }
}

/** Plays what was chosen outside the player; what is only shown waits for its play button. */
function useChoice(start: LessonPlayerProps['start'], play: () => void) {
  const known = useRef<LessonPlayerProps['start']>(undefined)
  const playChosen = useEffectEvent(play)
  useEffect(() => {
    if (known.current === start) return
    known.current = start
    if (start?.isPlayed) playChosen()
  }, [start])
}

const uprightPhone = '(orientation: portrait) and (max-width: 51.6875em)'

function useIsUprightPhone(): boolean {
  const subscribe = useCallback((notify: () => void) => {
    const list = matchMedia(uprightPhone)
    list.addEventListener('change', notify)
    return () => list.removeEventListener('change', notify)
  }, [])
  return useSyncExternalStore(subscribe, () => matchMedia(uprightPhone).matches)
}

/** The video to show for an entry: the chosen type, and the chosen or the device's orientation. */
function useVariant(item: PlayerItem, lesson: LessonVideos | undefined, wished: VideoOrientation | null) {
  const isUpright = useIsUprightPhone()
  const [chosen, setChosen] = useState<{ key: string; type: VideoType }>()
  const offered = lesson ? lessonVariants(lesson) : [item]
  const type = chosen?.key === item.key ? chosen.type : item.videoType
  const variant = pickVariant(item, offered, type, wished ?? (isUpright ? 'vertical' : 'horizontal'))
  return { offered, variant, chooseType: (next: VideoType) => setChosen({ key: item.key, type: next }) }
}

/** Remembers where each video of this visit was left; `keep` is for every move of the video. */
function usePositions(resume: LessonPlayerProps['resume']) {
  const [positions] = useState(() => new Map<string, number>())
  return {
    stoppedAt: (item: PlayerItem, key: string) =>
      positions.get(key) ?? (item.repeat === 1 ? resume?.get(item.lessonSetLessonId) : 0),
    keep: (key: string, seconds: number) => positions.set(key, seconds),
  }
}

function useVideoEvent(video: HTMLVideoElement | null, event: 'timeupdate' | 'ended', handle: () => void) {
  const handleEvent = useEffectEvent(handle)
  useEffect(() => {
    if (!video) return
    const listener = () => handleEvent()
    video.addEventListener(event, listener)
    return () => video.removeEventListener(event, listener)
  }, [video, event])
}

/** Moves through the playlist: on to the next entry at the end of a video, after its survey if it has one. */
function useFlow(props: LessonPlayerProps, playlist: ReturnType<typeof usePlaylist>, video: HTMLVideoElement | null) {
  const { item, next, previous, go } = playlist
  const [surveyKey, setSurveyKey] = useState<string>()
  const goTo = (other: PlayerItem) => {
    setSurveyKey(undefined)
    go(other)
  }
  const goOn = () => {
    setSurveyKey(undefined)
    if (next) go(next)
    else props.onAllPlayed?.()
  }
  useVideoEvent(video, 'ended', () => {
    if (surveyAddress(item)) setSurveyKey(item.key)
    else goOn()
  })
  return {
    next: next && (() => goTo(next)),
    previous: previous && (() => goTo(previous)),
    survey: surveyKey === item.key ? surveyAddress(item) : undefined,
    goOn,
  }
}

/** Reports what was watched and the milestones reached. Call the answer when the speed changes. */
function useReports(props: LessonPlayerProps, item: PlayerItem, film: number, video: HTMLVideoElement | null) {
  useWatching(video, {
    key: item.key,
    film,
    saveTimeout: props.timing.saveTimeoutMs,
    isWorthSending: viewedMs => shouldSendStatistic(viewedMs, props, props.timing),
    onWatched: amount => props.onWatched({ lessonSetLessonId: item.lessonSetLessonId, ...amount }),
  })
  return useMilestones(video, {
    key: item.key,
    onMilestone: (name, percent) => props.onMilestone?.(name, item, percent),
  })
}

/** The entry of the same play of the lesson that shows this type, where the playlist has one. */
function entryOfType(items: Items, item: PlayerItem, type: VideoType): PlayerItem | undefined {
  return items.find(
    other =>
      other.lessonSetLessonId === item.lessonSetLessonId && other.repeat === item.repeat && other.videoType === type,
  )
}

/** The playlist, the video being shown, and what is reported of it. */
export function useLessonPlayer(props: LessonPlayerProps, items: Items) {
  const [preferences, changePreferences] = usePreferences()
  const playlist = usePlaylist(props, items)
  const { item } = playlist
  const { offered, variant, chooseType } = useVariant(item, props.lessonOf?.(item), preferences.orientation)
  const { videoType, videoOrientation, video: shown } = variant
  const positionKey = `${item.key}/${videoType}`
  const { stoppedAt, keep } = usePositions(props.resume)
  const playback = usePlayback({
    key: `${item.key}/${shown.id}`,
    addresses: shown,
    duration: shown.duration,
    startAt: startPosition(stoppedAt(item, positionKey), shown.duration),
  })
  const { video } = playback
  useChoice(props.start, () => {
    playback.play()
    props.onItemChange?.(item)
  })
  useVideoEvent(video, 'timeupdate', () => {
    if (video?.readyState) keep(positionKey, video.currentTime)
  })
  const tellSpeed = useReports(props, item, shown.id, video)
  const flow = useFlow(props, playlist, video)

  const changeType = (type: VideoType) => {
    const entry = entryOfType(items, item, type)
    if (entry && entry.key !== item.key) playlist.go(entry)
    else chooseType(type)
  }
  return {
    ...flow,
    item,
    variant,
    sourceKey: `${item.key}/${shown.id}`,
    playback,
    preferences,
    changePreferences,
    changeRate(rate: number) {
      changePreferences({ rate })
      tellSpeed()
    },
    types: { offered: offeredTypes(offered), chosen: videoType, onChoose: changeType },
    orientation: {
      canChoose: hasBothOrientations(offered, videoType),
      chosen: videoOrientation,
      onChoose: (orientation: VideoOrientation) => changePreferences({ orientation }),
    },
  }
}
