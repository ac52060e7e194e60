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

const noAudio: AudioState = { choices: [], chosen: -1 }

/** One video of the playlist. A new `sourceKey` is another video; it plays on at once if the one before it was playing. */
export interface PlaybackSource {
  sourceKey: string
  playable: PlayableVideo
  /** Seconds. */
  startAt: number
}

/** Attaches and plays the source: nothing is downloaded before the first play, and a lost network is waited for. */
export function usePlayback(video: HTMLVideoElement | null, source: PlaybackSource): Playback {
  const [isAttached, setIsAttached] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const [problem, setProblem] = useState<PlaybackProblem>()
  const [audio, setAudio] = useState<AudioState>(noAudio)
  const [pendingPosition, setPendingPosition] = useState(source.startAt)
  const attached = useRef<AttachedSource>(undefined)
  const isWanted = useRef(false)
  const { sourceKey, playable, startAt } = source
  const [shownKey, setShownKey] = useState(sourceKey)
  if (shownKey !== sourceKey) {
    setShownKey(sourceKey)
    setPendingPosition(startAt)
    setProblem(undefined)
    setAudio(noAudio)
    setIsAttached(false)
    setIsStarting(false)
  }

  const start = useCallback(() => {
    // A refusal to autoplay leaves the element paused, and a paused player shows its big play button.
    const settled = () => setIsStarting(false)
    video?.play().then(settled, settled)
  }, [video])

  const attachAt = useCallback(
    (position: number) => {
      if (!video) return
      attached.current?.detach()
      setProblem(undefined)
      setIsAttached(true)
      setIsStarting(isWanted.current)
      attached.current = attachSource(video, playable, position, {
        onAttached: () => {
          if (isWanted.current) start()
        },
        onBroken: () => {
          setIsStarting(false)
          setPendingPosition(video.currentTime || position)
          setProblem(navigator.onLine ? 'broken' : 'offline')
        },
        onAudio: (choices, chosen) => setAudio({ choices, chosen }),
      })
    },
    [video, playable, start],
  )

  const play = useCallback(() => {
    isWanted.current = true
    if (attached.current) start()
    else attachAt(pendingPosition)
  }, [attachAt, start, pendingPosition])

  const pause = useCallback(() => {
    isWanted.current = false
    video?.pause()
  }, [video])

  const retry = useCallback(() => {
    attachAt(video?.currentTime || pendingPosition)
  }, [video, attachAt, pendingPosition])

  const playOn = useEffectEvent(() => {
    if (isWanted.current) attachAt(startAt)
  })
  useEffect(() => {
    if (sourceKey && video) playOn()
    return () => {
      attached.current?.detach()
      attached.current = undefined
    }
  }, [sourceKey, video])

  useEffect(() => {
    if (problem !== 'offline') return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [problem, retry])

  const seek = useCallback(
    (seconds: number) => {
      if (video && attached.current && video.readyState > 0) video.currentTime = seconds
      else setPendingPosition(seconds)
    },
    [video],
  )

  const skip = useCallback(
    (seconds: number) => {
      const current = video && video.readyState > 0 ? video.currentTime : pendingPosition
      const end = video?.duration || playable.duration / 1000 || Number.POSITIVE_INFINITY
      seek(Math.min(end, Math.max(0, current + seconds)))
    },
    [video, playable, pendingPosition, seek],
  )

  return {
    isAttached,
    isStarting,
    problem,
    audio,
    play,
    pause,
    toggle: () => (video && !video.paused && !video.ended ? pause() : play()),
    seek,
    skip,
    retry,
    chooseAudio: id => {
      setAudio(current => ({ ...current, chosen: id }))
      attached.current?.chooseAudio(id)
    },
    pendingPosition,
  }
}
