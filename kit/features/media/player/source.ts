import { savesData } from '#kit/request/data-saver.ts'
import { isOffline } from '#kit/request/online.ts'
import type { Video } from '#shared/features/media/forms.ts'
import { ownCopyOf } from './own-copies.ts'

/** Where a video may be played from; the device's own copy comes first. */
export type VideoAddresses = Partial<Pick<Video, 'url' | 'm3u8' | 'mp4'>> & { localUrl?: string }

export interface AudioChoice {
  id: number
  languageCode: string
  name: string
}

interface SourceListener {
  /** The element has its source and may be told to play. */
  onAttached(): void
  onBroken(): void
  onAudio(choices: readonly AudioChoice[], chosen: number): void
}

export interface AttachedSource {
  detach(): void
  chooseAudio(id: number): void
}

interface NativeAudioTrack {
  enabled: boolean
  language: string
  label: string
}
type NativeAudioTracks = ArrayLike<NativeAudioTrack> & EventTarget

const playlistType = 'application/vnd.apple.mpegurl'

function nativeAudioTracks(video: HTMLVideoElement): NativeAudioTracks | undefined {
  return 'audioTracks' in video ? (video.audioTracks as NativeAudioTracks) : undefined
}

/** Safari plays HLS itself, with a choice of audio tracks; where a browser's own HLS lacks that choice, hls.js is used. */
function playsPlaylists(video: HTMLVideoElement): boolean {
  if (!video.canPlayType(playlistType)) return false
  return 'audioTracks' in video || !('MediaSource' in window)
}

/** Whether a master playlist has separate audio tracks, which the light build of hls.js cannot play. */
export function hasSeparateAudio(playlist: string): boolean {
  return /^#EXT-X-MEDIA:.*TYPE=AUDIO.*URI=/m.test(playlist)
}

async function loadEngine(playlistUrl: string) {
  const answer = await fetch(playlistUrl, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`The playlist answered ${answer.status}`)
  if (hasSeparateAudio(await answer.text())) return (await import('hls.js')).default
  return (await import('hls.js/light')).default
}

function attachFile(video: HTMLVideoElement, url: string, listener: SourceListener): AttachedSource {
  const controller = new AbortController()
  const { signal } = controller
  const tracks = nativeAudioTracks(video)
  const showTracks = () => {
    const all = Array.from(tracks ?? [])
    listener.onAudio(
      all.map((track, id) => ({ id, languageCode: track.language, name: track.label })),
      all.findIndex(track => track.enabled),
    )
  }
  video.addEventListener('error', listener.onBroken, { signal })
  video.addEventListener('loadedmetadata', showTracks, { signal })
  // Setting the same address again would reload it.
  if (video.getAttribute('src') !== url) video.src = url
  listener.onAttached()
  return {
    detach: () => {
      controller.abort()
      video.removeAttribute('src')
      video.load()
    },
    chooseAudio: id => {
      Array.from(tracks ?? []).forEach((track, index) => {
        track.enabled = index === id
      })
      showTracks()
    },
  }
}

function attachPlaylist(
  video: HTMLVideoElement,
  url: string,
  startAt: number,
  listener: SourceListener,
): AttachedSource {
  let isDetached = false
  let engine: InstanceType<Awaited<ReturnType<typeof loadEngine>>> | undefined
  const start = async () => {
    const Engine = await loadEngine(url)
    if (isDetached) return
    const isSaving = savesData()
    const sizes = isSaving ? { startLevel: 0 } : { capLevelToPlayerSize: true }
    const hls = new Engine({ startPosition: startAt, maxBufferLength: 30, ...sizes })
    engine = hls
    const showTracks = () =>
      listener.onAudio(
        hls.audioTracks.map(track => ({ id: track.id, languageCode: track.lang ?? '', name: track.name })),
        hls.audioTrack,
      )
    let hasRecovered = false
    hls.on(Engine.Events.AUDIO_TRACKS_UPDATED, showTracks)
    hls.on(Engine.Events.AUDIO_TRACK_SWITCHED, showTracks)
    hls.on(Engine.Events.ERROR, (_event, problem) => {
      if (!problem.fatal) return
      if (problem.type === Engine.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
        hasRecovered = true
        hls.recoverMediaError()
      } else listener.onBroken()
    })
    hls.loadSource(url)
    // Only now: a source that is loaded forgets what was set before.
    if (isSaving) hls.autoLevelCapping = 0
    hls.attachMedia(video)
    listener.onAttached()
  }
  start().catch(() => {
    if (!isDetached) listener.onBroken()
  })
  return {
    detach: () => {
      isDetached = true
      engine?.destroy()
      video.removeAttribute('src')
      video.load()
    },
    chooseAudio: id => {
      if (engine) engine.audioTrack = id
    },
  }
}

/** The address of the whole video as one file: what plays without HLS, or when HLS breaks. */
export function fileOf(addresses: VideoAddresses): string | undefined {
  return localOf(addresses) ?? addresses.mp4 ?? addresses.url
}

const localOf = (addresses: VideoAddresses) => addresses.localUrl ?? ownCopyOf(addresses)

/**
 * Loads a video into the element: the copy on the device, else HLS, else the MP4; HLS that breaks falls back to the MP4.
 * `startAt` is in seconds. `onBroken` is called once nothing is left to try.
 */
export function attachSource(
  video: HTMLVideoElement,
  addresses: VideoAddresses,
  startAt: number,
  listener: SourceListener,
): AttachedSource {
  const file = fileOf(addresses)
  let position = startAt
  const goToPosition = () => {
    if (position > 0 && Math.abs(video.currentTime - position) > 1) video.currentTime = position
  }
  video.addEventListener('loadedmetadata', goToPosition)
  let attached: AttachedSource | undefined
  const attachFallback = () => {
    position = video.currentTime || position
    attached?.detach()
    if (!file) return listener.onBroken()
    attached = attachFile(video, file, listener)
  }
  if (localOf(addresses) || !addresses.m3u8) attachFallback()
  else {
    const isRecoverable = { ...listener, onBroken: () => (isOffline() ? listener.onBroken() : attachFallback()) }
    attached = playsPlaylists(video)
      ? attachFile(video, addresses.m3u8, isRecoverable)
      : attachPlaylist(video, addresses.m3u8, startAt, isRecoverable)
  }
  return {
    detach: () => {
      video.removeEventListener('loadedmetadata', goToPosition)
      attached?.detach()
    },
    chooseAudio: id => attached?.chooseAudio(id),
  }
}
