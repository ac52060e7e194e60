import { NoMediaFilesError } from './camera-failure.ts'

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
}

/** The picture of the camera that looks at the learner; throws what `cameraFailureOf` reads. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers offer no camera to a page that is not secure.
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('No camera in this browser', 'NotSupportedError')
  return navigator.mediaDevices.getUserMedia(wanted)
}

/** Turns the camera and its light off. */
export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** What the video shows now, as a JPEG. */
export async function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  if (!canvas.width || !canvas.height) throw new NoMediaFilesError()
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob?.size) throw new NoMediaFilesError()
  return new File([blob], 'selfie.jpg', { type: 'image/jpeg' })
}
