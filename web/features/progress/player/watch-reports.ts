import { useEffect, useEffectEvent, useState } from 'react'
import { type Milestone, nextMilestones } from '#shared/features/progress/playback.ts'
import { createWatchMeter, type WatchedAmount } from './watch-meter.ts'

type ReportedAmount = WatchedAmount & { positionSeconds: number }

interface Watching {
  /** What is watched under one key is reported together; a new key means another lesson, or the same one played again. */
  key: string
  /** The id of the film that plays: a lesson has several. */
  film: number
  saveTimeout: number
  isWorthSending: (viewedMs: number) => boolean
  onWatched: (amount: ReportedAmount) => void
}

/** The element's listeners that feed a meter, and what to call when the page or the lesson is left. */
function meterListeners(video: HTMLVideoElement, watching: Omit<Watching, 'key' | 'film'> & { filmNow: () => number }) {
  let position = 0
  let hasBegun = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const meter = createWatchMeter({
    ...watching,
    report: amount => watching.onWatched({ ...amount, positionSeconds: Math.floor(position) }),
  })
  const momentAt = (seconds: number) => {
    position = seconds
    return { now: performance.now(), position, rate: video.playbackRate, film: watching.filmNow() }
  }
  const flush = () => meter.flush(performance.now())
  const stop = (seconds: number) => {
    meter.stop(momentAt(seconds))
    clearTimeout(timer)
    const wait = meter.dueIn(performance.now())
    if (wait !== undefined) timer = setTimeout(flush, wait)
  }
  const tick = () => {
    if (!video.seeking && video.readyState > 0) meter.tick(momentAt(video.currentTime))
  }
  const start = () => {
    if (video.paused || video.seeking) return
    clearTimeout(timer)
    if (!hasBegun) meter.countPlay()
    hasBegun = true
    meter.start(momentAt(video.currentTime))
  }
  const finish = () => {
    stop(video.currentTime)
    hasBegun = false
  }
  const leave = () => {
    stop(position)
    clearTimeout(timer)
    flush()
  }
  const halt = () => stop(video.currentTime)
  // By the time of these events the element is at its new position; what was watched ended at the old one.
  const leap = () => stop(position)
  const playing = { playing: start, seeked: start, timeupdate: tick, ratechange: tick }
  const stopping = { pause: halt, waiting: halt, seeking: leap, emptied: leap, ended: finish }
  return { events: { ...playing, ...stopping }, flush, leave }
}

/** Reports what was watched: while it plays, on pause, and when the lesson or the page is left. */
export function useWatching(video: HTMLVideoElement | null, watching: Watching): void {
  const { key, saveTimeout } = watching
  const isWorthSending = useEffectEvent((viewedMs: number) => watching.isWorthSending(viewedMs))
  const filmNow = useEffectEvent(() => watching.film)
  // The last report of a lesson is made while the next one is already shown, so each lesson keeps its own callback.
  const ownReport = useEffectEvent(() => watching.onWatched)

  useEffect(() => {
    if (!video || !key) return
    const onWatched = ownReport()
    const listeners = meterListeners(video, {
      saveTimeout,
      isWorthSending: ms => isWorthSending(ms),
      filmNow: () => filmNow(),
      onWatched,
    })
    const controller = new AbortController()
    const { signal } = controller
    for (const [event, listener] of Object.entries(listeners.events))
      video.addEventListener(event, listener, { signal })
    const handleVisibility = () => {
      if (document.hidden) listeners.flush()
    }
    document.addEventListener('visibilitychange', handleVisibility, { signal })
    window.addEventListener('pagehide', listeners.flush, { signal })
    return () => {
      controller.abort()
      listeners.leave()
    }
  }, [video, key, saveTimeout])
}

export type MilestoneName = 'video_start' | 'video_progress' | 'video_complete' | 'video_speed'

interface Milestones {
  /** What milestones are counted for, each once. */
  key: string
  onMilestone: (name: MilestoneName, percent: number) => void
}

interface Told {
  names: Set<MilestoneName>
  percents: Set<Milestone>
  share: number
}

function shareOf(video: HTMLVideoElement): number {
  return video.duration > 0 ? video.currentTime / video.duration : 0
}

/** Reports the start, each milestone and the end, once per key. Call the returned function when the speed changes. */
export function useMilestones(video: HTMLVideoElement | null, milestones: Milestones): () => void {
  const { key } = milestones
  const [toldOf] = useState(() => new Map<string, Told>())
  const ownTold = () => {
    const told = toldOf.get(key) ?? { names: new Set(), percents: new Set(), share: 0 }
    toldOf.set(key, told)
    return told
  }
  const tell = (name: MilestoneName, percent: number) => {
    const { names } = ownTold()
    if (names.has(name)) return
    names.add(name)
    milestones.onMilestone(name, percent)
  }
  const handleStart = useEffectEvent(() => tell('video_start', 0))
  const handleEnd = useEffectEvent(() => tell('video_complete', 100))
  const handleProgress = useEffectEvent(() => {
    if (!video || video.seeking || video.readyState === 0) return
    const told = ownTold()
    const share = shareOf(video)
    for (const percent of nextMilestones(told.share, share, told.percents)) {
      told.percents.add(percent)
      milestones.onMilestone('video_progress', percent)
    }
    told.share = share
  })

  useEffect(() => {
    if (!video || !key) return
    const controller = new AbortController()
    const { signal } = controller
    video.addEventListener('playing', () => handleStart(), { signal })
    video.addEventListener('timeupdate', () => handleProgress(), { signal })
    video.addEventListener('ended', () => handleEnd(), { signal })
    return () => controller.abort()
  }, [video, key])

  return () => tell('video_speed', video ? Math.floor(shareOf(video) * 100) : 0)
}
