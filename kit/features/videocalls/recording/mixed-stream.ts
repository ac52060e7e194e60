import type { OwnMedia } from '../own-media.ts'

const size = { width: 960, height: 540 }
/** Pictures a second. */
const rate = 15

/** Draws a picture whole, with bars where its shape differs. */
function drawWhole(context: CanvasRenderingContext2D, video: HTMLVideoElement): void {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(size.width / videoWidth, size.height / videoHeight)
  const [width, height] = [videoWidth * scale, videoHeight * scale]
  context.drawImage(video, (size.width - width) / 2, (size.height - height) / 2, width, height)
}

/** The picture that a person shows, always of one size: a recorder ends when what it records changes. */
function drawnPicture(media: OwnMedia) {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true })
  let shown: MediaStreamTrack | undefined
  const follow = () => {
    const { camera, screen } = media.read()
    const track = screen ?? camera.track
    if (track === shown) return
    shown = track
    video.srcObject = track ? new MediaStream([track]) : null
    // A change meanwhile interrupts it.
    if (track) video.play().catch(() => {})
  }
  const draw = () => {
    if (!context) return
    context.fillStyle = '#181818'
    context.fillRect(0, 0, size.width, size.height)
    if (shown && video.videoWidth > 0) drawWhole(context, video)
  }
  const timer = setInterval(draw, 1000 / rate)
  return {
    track: canvas.captureStream(rate).getVideoTracks()[0],
    follow,
    stop() {
      clearInterval(timer)
      video.srcObject = null
    },
  }
}

/** What a person says, whichever microphone they take. */
function heardSound(media: OwnMedia) {
  const context = new AudioContext()
  const target = context.createMediaStreamDestination()
  let heard: MediaStreamTrack | undefined
  let source: AudioNode | undefined
  const follow = () => {
    const { track } = media.read().microphone
    if (track === heard) return
    heard = track
    source?.disconnect()
    source = track && context.createMediaStreamSource(new MediaStream([track]))
    source?.connect(target)
  }
  void context.resume().catch(() => {})
  return { track: target.stream.getAudioTracks()[0], follow, stop: () => void context.close() }
}

/** One's own picture and sound as one stream that stays the same while cameras, screens and microphones come and go. */
export function mixedStream(media: OwnMedia): { stream: MediaStream; stop(): void } {
  const parts = [drawnPicture(media), heardSound(media)]
  const follow = () => parts.forEach(part => part.follow())
  follow()
  const unfollow = media.subscribe(follow)
  return {
    stream: new MediaStream(parts.flatMap(({ track }) => track ?? [])),
    stop() {
      unfollow()
      for (const part of parts) {
        part.stop()
        part.track?.stop()
      }
    },
  }
}
