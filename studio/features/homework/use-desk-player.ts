import { type RefObject, useMemo, useRef, useState } from 'react'

export const speeds = [0.25, 0.5, 1, 1.5, 2] as const
/** The length of a frame of most phones' videos, in seconds. */
const frame = 1 / 30

export type DeskPlayer = ReturnType<typeof useDeskPlayer>

/** The desk's commands over a video element; times in seconds. */
function commandsOf(ref: RefObject<HTMLVideoElement | null>) {
  const seek = (seconds: number) => {
    const video = ref.current
    if (!video) return
    const end = Number.isFinite(video.duration) ? video.duration : seconds
    video.currentTime = Math.max(0, Math.min(end, seconds))
  }
  const now = () => ref.current?.currentTime ?? 0
  // A browser that will not play unasked stays paused.
  const play = () => void ref.current?.play().catch(() => {})
  const pause = () => ref.current?.pause()
  return {
    ref,
    now,
    play,
    pause,
    seek,
    seekBy: (seconds: number) => seek(now() + seconds),
    step(frames: number) {
      pause()
      seek(now() + frames * frame)
    },
    toggle: () => (ref.current?.paused ? play() : pause()),
    setSpeed(rate: number) {
      if (ref.current) ref.current.playbackRate = rate
    },
  }
}

/** A video's commands and state, the state as its element tells of it. */
export function useDeskPlayer() {
  const ref = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState({ now: 0, duration: 0, isPlaying: false, speed: 1, hasFailed: false })
  const commands = useMemo(() => commandsOf(ref), [])
  const follow = () => {
    const video = ref.current
    if (!video) return
    setState({
      now: video.currentTime,
      duration: Number.isFinite(video.duration) ? video.duration : 0,
      isPlaying: !video.paused,
      speed: video.playbackRate,
      hasFailed: video.error !== null,
    })
  }
  return { ...commands, state, follow }
}
