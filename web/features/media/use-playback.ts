import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlayableVideo } from './player-item.ts'
import { type AttachedSource, type AudioChoice, attachSource } from './video-source.ts'

export type PlaybackProblem = 'offline' | 'broken'

export interface AudioState {
  choices: readonly AudioChoice[]
  chosen: number
}

export interface Playback {
  /** Whether playing was asked for: only then is anything of the video downloaded. */
  isAttached: boolean
  /** Playing was asked for and has not begun. */
  isStarting: boolean
  problem: PlaybackProblem | undefined
  audio: AudioState
  play(): void
  pause(): void
  toggle(): void
  /** Goes to a second of the video; before the first play it is where playing will start. */
  seek(seconds: number): void
  /** Goes so many seconds on, or back. */
  skip(seconds: number): void
  /** Attaches the video anew where it stopped. */
  retry(): void
  chooseAudio(id: number): void
  /** Where playing will start, in seconds, while nothing is attached. */
  pendingPosition: number
}

type Status = Pick<Playback, 'isAttached' | 'isStarting' | 'problem' | 'audio'>

const detached: Status = {
  isAttached: false,
  isStarting: false,
  problem: undefined,
  audio: { choices: [], chosen: -1 },
}

/** One video of the playlist. A new `sourceKey` is another video; it plays on at once if the one before it was playing. */
export interface PlaybackSource {
  sourceKey: string
  playable: PlayableVideo
  /** Seconds. */
  startAt: number
}

/** What is attached to the element, and how that goes. */
function useAttachment(video: HTMLVideoElement | null, playable: PlayableVideo) {
  const [status, setStatus] = useState<Status>(detached)
  const [pendingPosition, setPendingPosition] = useState(0)
  const attached = useRef<AttachedSource>(undefined)
  const isWanted = useRef(false)
  const change = useCallback((next: Partial<Status>) => setStatus(current => ({ ...current, ...next })), [])

  const start = useCallback(() => {
    // A refusal to autoplay leaves the element paused, and a paused player shows its big play button.
    const settled = () => change({ isStarting: false })
    video?.play().then(settled, settled)
  }, [video, change])

  const attachAt = useCallback(
    (position: number) => {
      if (!video) return
      attached.current?.detach()
      change({ isAttached: true, isStarting: isWanted.current, problem: undefined })
      attached.current = attachSource(video, playable, position, {
        onAttached: () => {
          if (isWanted.current) start()
        },
        onBroken: () => {
          setPendingPosition(video.currentTime || position)
          change({ isStarting: false, problem: navigator.onLine ? 'broken' : 'offline' })
        },
        onAudio: (choices, chosen) => change({ audio: { choices, chosen } }),
      })
    },
    [video, playable, start, change],
  )

  const reset = (position: number) => {
    setStatus(detached)
    setPendingPosition(position)
  }
  return { status, change, pendingPosition, setPendingPosition, attached, isWanted, start, attachAt, reset }
}

/** Going to places of the video; before it is attached they are where playing will start. */
function useSeeking(
  video: HTMLVideoElement | null,
  playable: PlayableVideo,
  pendingPosition: number,
  setPendingPosition: (seconds: number) => void,
) {
  const seek = useCallback(
    (seconds: number) => {
      if (video && video.readyState > 0) video.currentTime = seconds
      else setPendingPosition(seconds)
    },
    [video, setPendingPosition],
  )
  const skip = useCallback(
    (seconds: number) => {
      const current = video && video.readyState > 0 ? video.currentTime : pendingPosition
      const end = video?.duration || playable.duration / 1000 || Number.POSITIVE_INFINITY
      seek(Math.min(end, Math.max(0, current + seconds)))
    },
    [video, playable, pendingPosition, seek],
  )
  return { seek, skip }
}

/** The first play attaches, and so does another video after one that was wanted; a lost network is waited for. */
function useAttaching(video: HTMLVideoElement | null, source: PlaybackSource) {
  const { sourceKey, playable, startAt } = source
  const attachment = useAttachment(video, playable)
  const { attached, isWanted, attachAt, pendingPosition, status } = attachment
  const [shownKey, setShownKey] = useState<string>()
  if (shownKey !== sourceKey) {
    setShownKey(sourceKey)
    attachment.reset(startAt)
  }
  const playOn = useEffectEvent(() => {
    if (isWanted.current) attachAt(startAt)
  })
  useEffect(() => {
    if (sourceKey && video) playOn()
    return () => {
      attached.current?.detach()
      attached.current = undefined
    }
  }, [sourceKey, video, attached])

  const retry = useCallback(() => attachAt(video?.currentTime || pendingPosition), [video, attachAt, pendingPosition])
  useEffect(() => {
    if (status.problem !== 'offline') return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [status.problem, retry])
  return { ...attachment, retry }
}

/** Attaches and plays the source: nothing of it is downloaded before the first play. */
export function usePlayback(video: HTMLVideoElement | null, source: PlaybackSource): Playback {
  const attaching = useAttaching(video, source)
  const { attached, isWanted, start, attachAt, retry, status, change, pendingPosition, setPendingPosition } = attaching
  const { seek, skip } = useSeeking(video, source.playable, pendingPosition, setPendingPosition)
  const play = useCallback(() => {
    isWanted.current = true
    if (attached.current) start()
    else attachAt(pendingPosition)
  }, [attached, isWanted, attachAt, start, pendingPosition])
  const pause = useCallback(() => {
    isWanted.current = false
    video?.pause()
  }, [video, isWanted])
  const chooseAudio = useCallback(
    (id: number) => {
      change({ audio: { ...status.audio, chosen: id } })
      attached.current?.chooseAudio(id)
    },
    [attached, status.audio, change],
  )
  const toggle = () => (video && !video.paused && !video.ended ? pause() : play())
  return { ...status, pendingPosition, play, pause, toggle, seek, skip, retry, chooseAudio }
}
