import { useEffect, useState, useSyncExternalStore } from 'react'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import { Call } from './call.ts'
import { type DeviceList, listDevices } from './devices.ts'
import { OwnMedia } from './own-media.ts'

/** One's own microphone and camera, open while the component is shown. */
export function useOwnMedia(): OwnMedia {
  const [media] = useState(() => new OwnMedia())
  useEffect(() => {
    void media.open()
    return () => media.close()
  }, [media])
  return media
}

export function useMediaState(media: OwnMedia) {
  return useSyncExternalStore(media.subscribe, media.read)
}

/** One's part in a call, taken while the component is shown. */
export function useCall(facts: VideoCallWire, media: OwnMedia): Call {
  const [call] = useState(() => new Call(facts, media))
  useEffect(() => {
    call.join()
    return () => call.leave()
  }, [call])
  return call
}

const nothing: DeviceList = { microphone: [], camera: [], speaker: [] }

/** What is plugged in, followed; `version` asks again, as names are known only once something was allowed. */
export function useDevices(version: unknown): DeviceList {
  const [list, setList] = useState(nothing)
  useEffect(() => {
    let isOver = false
    const read = () =>
      void listDevices().then(
        found => isOver || setList(found),
        () => {},
      )
    read()
    navigator.mediaDevices?.addEventListener('devicechange', read)
    return () => {
      isOver = true
      navigator.mediaDevices?.removeEventListener('devicechange', read)
    }
  }, [version])
  return list
}

const often = 100

/** How loud a track is, from 0 to 1, while something shows it. */
export function useLevel(track: MediaStreamTrack | undefined): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
      setLevel(Math.min(1, Math.sqrt(power) * 4))
    }, often)
    return () => {
      clearInterval(timer)
      void context.close()
      setLevel(0)
    }
  }, [track])
  return level
}

/** Keeps the screen of a phone on during a call. */
export function useWakefulScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused when the battery is low.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
    }
    const handleChange = () => void hold()
    handleChange()
    document.addEventListener('visibilitychange', handleChange)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handleChange)
      void lock?.release()
    }
  }, [])
}
