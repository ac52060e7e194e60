import type { PlayableVideo } from './player-item.ts'

export interface AudioChoice {
  id: number
  languageCode: string
  name: string
}

interface SourceListener {
  /** The element has its source: from now on it can be told to play. */
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

/** Safari's own HLS is as good as an engine and costs nothing; other browsers' cannot change the audio track. */
function playsPlaylists(video: HTMLVideoElement): boolean {
  if (!video.canPlayType(playlistType)) return false
  return 'audioTracks' in video || !('MediaSource' in window)
}

/** Whether a master playlist has sound apart from its pictures, which the light engine cannot play. */
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
  video.src = url
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
    const hls = new Engine({ startPosition: startAt, capLevelToPlayerSize: true, maxBufferLength: 30 })
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

/**
 * Gives the element its pictures: the copy on the device, HLS where the video has it, its MP4 otherwise; HLS that breaks
 * falls back to the MP4. `startAt` is in seconds. `onBroken` is called when nothing of it plays.
 */
export function attachSource(
  video: HTMLVideoElement,
  playable: PlayableVideo,
  startAt: number,
  listener: SourceListener,
): AttachedSource {
  const file = playable.localUrl ?? playable.mp4 ?? playable.url
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
  if (playable.localUrl || !playable.m3u8) attachFallback()
  else {
    const isRecoverable = { ...listener, onBroken: () => (navigator.onLine ? attachFallback() : listener.onBroken()) }
    attached = playsPlaylists(video)
      ? attachFile(video, playable.m3u8, isRecoverable)
      : attachPlaylist(video, playable.m3u8, startAt, isRecoverable)
  }
  return {
    detach: () => {
      video.removeEventListener('loadedmetadata', goToPosition)
      attached?.detach()
    },
    chooseAudio: id => attached?.chooseAudio(id),
  }
}
