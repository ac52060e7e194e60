import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOffline } from '#kit/request/online.ts'
import { type AttachedSource, attachSource, type AudioChoice, fileOf, type VideoAddresses } from './source.ts'

export type PlaybackProblem = 'offline' | 'broken'

interface AudioState {
  choices: readonly AudioChoice[]
  chosen: number
}

/** The video to play. A new `key` means another video; it starts at once if the previous one was playing. */
export interface PlaybackSource {
  key: string
  addresses: VideoAddresses
  /** Milliseconds, as far as known before it is loaded. */
  duration: number
  /** Seconds. */
  startAt?: number
  /** Loads at once instead of at the first play. */
  isEager?: boolean
}

/** A video's state and commands, for every kind of player; times in seconds. */
export interface Playback {
  video: HTMLVideoElement | null
  /** Sets the element: `<video ref={playback.setVideo}>`. */
  setVideo(video: HTMLVideoElement | null): void
  /** The address that the element has from the start, when it is loaded at once. */
  eagerUrl: string | undefined
  /** Whether playing was asked for: only then is anything of the video downloaded. */
  isAttached: boolean
  /** Playing was asked for and has not begun. */
  isStarting: boolean
  problem: PlaybackProblem | undefined
  audio: AudioState
  /** Where playing will start while nothing is loaded. */
  pendingPosition: number
  /** Seconds, as far as known before the element has loaded. */
  declaredDuration: number
  play(): void
  pause(): void
  toggle(): void
  /** Before the first play it is where playing will start. */
  seek(seconds: number): void
  /** Forwards, or backwards by a negative number. */
  skip(seconds: number): void
  /** Loads the video again where it stopped. */
  retry(): void
  chooseAudio(id: number): void
}

type Status = Pick<Playback, 'isAttached' | 'isStarting' | 'problem' | 'audio'>

const detached: Status = {
  isAttached: false,
  isStarting: false,
  problem: undefined,
  audio: { choices: [], chosen: -1 },
}

/** Loads sources into the element and tracks the result. */
function useAttachment(video: HTMLVideoElement | null, addresses: VideoAddresses) {
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
      attached.current = attachSource(video, addresses, position, {
        onAttached: () => {
          if (isWanted.current) start()
        },
        onBroken: () => {
          setPendingPosition(video.currentTime || position)
          change({ isStarting: false, problem: isOffline() ? 'offline' : 'broken' })
        },
        onAudio: (choices, chosen) => change({ audio: { choices, chosen } }),
      })
    },
    [video, addresses, start, change],
  )

  const reset = (position: number) => {
    setStatus(detached)
    setPendingPosition(position)
  }
  return { status, change, pendingPosition, setPendingPosition, attached, isWanted, start, attachAt, reset }
}

type Attachment = ReturnType<typeof useAttachment>

/** Loads on the first play, and when another video follows one that was playing; waits for a lost network. */
function useAttaching(video: HTMLVideoElement | null, source: PlaybackSource) {
  const { key, addresses, startAt = 0, isEager } = source
  const attachment = useAttachment(video, addresses)
  const { attached, isWanted, attachAt, pendingPosition, status } = attachment
  const [shown, setShown] = useState<{ key: string; eagerUrl: string | undefined }>()
  if (shown?.key !== key) {
    // Every read returns newly signed addresses; a video keeps the one it was first shown with.
    setShown({ key, eagerUrl: isEager ? fileOf(addresses) : undefined })
    attachment.reset(startAt)
  }
  const attachIfWanted = useEffectEvent(() => {
    if (isEager || isWanted.current) attachAt(startAt)
  })
  useEffect(() => {
    if (key && video) attachIfWanted()
    return () => {
      attached.current?.detach()
      attached.current = undefined
    }
  }, [key, video, attached])

  const retry = useCallback(() => attachAt(video?.currentTime || pendingPosition), [video, attachAt, pendingPosition])
  useEffect(() => {
    if (status.problem !== 'offline') return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [status.problem, retry])
  return { ...attachment, retry, eagerUrl: shown?.eagerUrl }
}

function useSeeking(video: HTMLVideoElement | null, declaredDuration: number, attachment: Attachment) {
  const { attached, pendingPosition, setPendingPosition } = attachment
  const seek = useCallback(
    (seconds: number) => {
      const end = video?.duration || declaredDuration || Number.POSITIVE_INFINITY
      const position = Math.min(end, Math.max(0, seconds))
      if (!video?.readyState) setPendingPosition(position)
      // An element that is still loading keeps it as its first position.
      if (video && attached.current) video.currentTime = position
    },
    [video, declaredDuration, attached, setPendingPosition],
  )
  const skip = useCallback(
    (seconds: number) => seek((video?.readyState ? video.currentTime : pendingPosition) + seconds),
    [video, pendingPosition, seek],
  )
  return { seek, skip }
}

/** Loads and plays a video: nothing is downloaded before the first play, unless it is eager. */
export function usePlayback(source: PlaybackSource): Playback {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const declaredDuration = source.duration / 1000
  const attachment = useAttaching(video, source)
  const { attached, isWanted, start, attachAt, retry, status, change, pendingPosition, eagerUrl } = attachment
  const { seek, skip } = useSeeking(video, declaredDuration, attachment)
  const play = useCallback(() => {
    isWanted.current = true
    if (attached.current) start()
    else attachAt(pendingPosition)
  }, [attached, isWanted, attachAt, start, pendingPosition])
  const pause = useCallback(() => {
    isWanted.current = false
    // A film that is still being loaded will not start.
    change({ isStarting: false })
    video?.pause()
  }, [video, isWanted, change])
  const chooseAudio = useCallback(
    (id: number) => {
      change({ audio: { ...status.audio, chosen: id } })
      attached.current?.chooseAudio(id)
    },
    [attached, status.audio, change],
  )
  const toggle = () => (video && !video.paused && !video.ended ? pause() : play())
  const commands = { setVideo, play, pause, toggle, seek, skip, retry, chooseAudio }
  return { ...status, ...commands, video, eagerUrl, pendingPosition, declaredDuration }
}
