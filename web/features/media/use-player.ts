import { useEffect, useEffectEvent, useState } from 'react'
import {
  hasBothOrientations,
  lessonVariants,
  type LessonVideos,
  offeredTypes,
  type PlayerItem,
  pickVariant,
  startPosition,
  surveyAddress,
  type VideoOrientation,
  type VideoType,
} from './player-item.ts'
import { useIsUprightPhone } from './use-device.ts'
import { type MilestoneName, type NextMilestones, useMilestones } from './use-milestones.ts'
import { usePlayback } from './use-playback.ts'
import { type Playlist, usePlaylist } from './use-playlist.ts'
import { usePreferences } from './use-preferences.ts'
import { useWatching } from './use-watching.ts'

/** A brand's statistic timings in ms. */
interface StatisticTiming {
  saveTimeoutMs: number
  minViewedMs: number
  minViewedEndedMs: number
}

export interface WatchedReport {
  lessonSetLessonId: number
  /** Whole seconds in ms, since the last report of this lesson. */
  viewedMs: number
  playCount: number
  positionSeconds: number
}

export interface PlayerProps {
  items: readonly PlayerItem[]
  /** The entry to open first; a changed key goes to its entry. */
  startKey?: string
  /** Where the learner stopped in a lesson, in seconds, by lesson set lesson id. */
  resume?: ReadonlyMap<number, number>
  /** All videos of the item's lesson; without it there is nothing to choose. */
  lessonOf?: (item: PlayerItem) => LessonVideos | undefined
  isDayEnded: boolean
  timing: StatisticTiming
  /** Rules of progress, a feature to the right of this one. */
  rules: {
    shouldSendStatistic: (viewedMs: number, isDayEnded: boolean, timing: StatisticTiming) => boolean
    nextMilestones: NextMilestones
  }
  onWatched: (report: WatchedReport) => void
  onItemChange?: (item: PlayerItem) => void
  onAllPlayed?: () => void
  onMilestone?: (name: MilestoneName, item: PlayerItem, percent: number) => void
}

type Items = readonly [PlayerItem, ...PlayerItem[]]

/** The video to show of an entry: the type chosen for it, the orientation chosen or the device's. */
function useVariant(item: PlayerItem, lesson: LessonVideos | undefined, wished: VideoOrientation | null) {
  const isUpright = useIsUprightPhone()
  const [chosen, setChosen] = useState<{ key: string; type: VideoType }>()
  const offered = lesson ? lessonVariants(lesson) : [item]
  const type = chosen?.key === item.key ? chosen.type : item.videoType
  const variant = pickVariant(item, offered, type, wished ?? (isUpright ? 'vertical' : 'horizontal'))
  return { offered, variant, chooseType: (next: VideoType) => setChosen({ key: item.key, type: next }) }
}

/** Remembers where each video of this visit was left, so that coming back goes on there. */
function usePositions(video: HTMLVideoElement | null, key: string) {
  const [positions] = useState(() => new Map<string, number>())
  useEffect(() => {
    if (!video) return
    const keep = () => {
      if (video.readyState > 0) positions.set(key, video.currentTime)
    }
    video.addEventListener('timeupdate', keep)
    return () => video.removeEventListener('timeupdate', keep)
  }, [video, key, positions])
  return positions
}

function usePreferredOutput(video: HTMLVideoElement | null, rate: number, volume: number, isMuted: boolean) {
  useEffect(() => {
    if (!video) return
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    video.volume = volume
    video.muted = isMuted
  }, [video, rate, volume, isMuted])
}

/** Tells what was watched and the milestones reached; returns the teller of a changed speed. */
function useTelling(props: PlayerProps, item: PlayerItem, video: HTMLVideoElement | null) {
  useWatching(video, {
    key: item.key,
    saveTimeout: props.timing.saveTimeoutMs,
    isWorthSending: viewedMs => props.rules.shouldSendStatistic(viewedMs, props.isDayEnded, props.timing),
    onWatched: amount => props.onWatched({ lessonSetLessonId: item.lessonSetLessonId, ...amount }),
  })
  return useMilestones(video, {
    key: item.key,
    nextMilestones: props.rules.nextMilestones,
    onMilestone: (name, percent) => props.onMilestone?.(name, item, percent),
  })
}

/** From one entry to the next: by itself when it is over, after its survey where it has one. */
function useFlow(props: PlayerProps, playlist: Playlist, video: HTMLVideoElement | null) {
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
  const handleEnded = useEffectEvent(() => {
    if (surveyAddress(item)) setSurveyKey(item.key)
    else goOn()
  })
  useEffect(() => {
    if (!video) return
    const listener = () => handleEnded()
    video.addEventListener('ended', listener)
    return () => video.removeEventListener('ended', listener)
  }, [video])
  return {
    next: next && (() => goTo(next)),
    previous: previous && (() => goTo(previous)),
    survey: surveyKey === item.key ? surveyAddress(item) : undefined,
    goOn,
  }
}

/** The entry of the same play of the lesson that shows this type, where the playlist has one. */
function entryOfType(items: Items, item: PlayerItem, type: VideoType): PlayerItem | undefined {
  return items.find(
    other =>
      other.lessonSetLessonId === item.lessonSetLessonId && other.repeat === item.repeat && other.videoType === type,
  )
}

/** Everything the player's parts show and do: the playlist, the video of the moment, and what is told of it. */
export function usePlayer(props: PlayerProps, items: Items, video: HTMLVideoElement | null) {
  const [preferences, changePreferences] = usePreferences()
  const playlist = usePlaylist(items, props.startKey, props.onItemChange)
  const { item } = playlist
  const { offered, variant, chooseType } = useVariant(item, props.lessonOf?.(item), preferences.orientation)
  const positionKey = `${item.key}/${variant.videoType}`
  const positions = usePositions(video, positionKey)
  const stoppedAt = positions.get(positionKey) ?? (item.repeat === 1 ? props.resume?.get(item.lessonSetLessonId) : 0)
  const sourceKey = `${item.key}/${variant.video.id}`
  const startAt = startPosition(stoppedAt, variant.video.duration)
  const playback = usePlayback(video, { sourceKey, playable: variant.video, startAt })
  usePreferredOutput(video, preferences.rate, preferences.volume, preferences.isMuted)
  const tellSpeed = useTelling(props, item, video)
  const flow = useFlow(props, playlist, video)

  const changeRate = (rate: number) => {
    changePreferences({ rate })
    tellSpeed()
  }
  const changeType = (type: VideoType) => {
    const entry = entryOfType(items, item, type)
    if (entry && entry.key !== item.key) playlist.go(entry)
    else chooseType(type)
  }
  const changeOrientation = (orientation: VideoOrientation) => changePreferences({ orientation })
  const { videoType, videoOrientation } = variant
  return {
    ...flow,
    item,
    variant,
    sourceKey,
    playback,
    preferences,
    changePreferences,
    changeRate,
    types: { offered: offeredTypes(offered), chosen: videoType, onChoose: changeType },
    orientation: {
      canChoose: hasBothOrientations(offered, videoType),
      chosen: videoOrientation,
      onChoose: changeOrientation,
    },
  }
}

export type PlayerState = ReturnType<typeof usePlayer>
