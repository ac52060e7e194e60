import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Why the camera gave no picture. */
type CameraFailure =
  | 'internal_error'
  | 'application_busy'
  | 'invalid_argument'
  | 'no_media_files'
  | 'permission_denied'
  | 'not_supported'

/** By the names of the errors that `getUserMedia` throws, in old browsers too. */
const byName: Record<string, CameraFailure> = {
  NotAllowedError: 'permission_denied',
  PermissionDeniedError: 'permission_denied',
  SecurityError: 'permission_denied',
  NotReadableError: 'application_busy',
  TrackStartError: 'application_busy',
  OverconstrainedError: 'invalid_argument',
  ConstraintNotSatisfiedError: 'invalid_argument',
  TypeError: 'invalid_argument',
  NotFoundError: 'not_supported',
  DevicesNotFoundError: 'not_supported',
  NotSupportedError: 'not_supported',
}

/** No photo was taken: an empty picture, or a picker closed without a choice. */
export class NoMediaFilesError extends Error {
  constructor() {
    super('The camera gave no picture')
    this.name = 'NoMediaFilesError'
  }
}

/** What to tell the learner about an error of the camera; unknown errors are `internal_error`. */
export function cameraFailureOf(error: unknown): CameraFailure {
  if (error instanceof NoMediaFilesError) return 'no_media_files'
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return byName[name] ?? 'internal_error'
}

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
}

/** The stream of the front camera; errors are read by `cameraFailureOf`. */
async function openCamera(): Promise<MediaStream> {
  // Browsers hide the camera from pages without HTTPS.
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('No camera in this browser', 'NotSupportedError')
  return navigator.mediaDevices.getUserMedia(wanted)
}

/** Turns the camera and its light off. */
function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** The video's current frame as a JPEG. */
async function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  if (!canvas.width || !canvas.height) throw new NoMediaFilesError()
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob?.size) throw new NoMediaFilesError()
  return new File([blob], 'selfie.jpg', { type: 'image/jpeg' })
}

type CameraState = 'starting' | 'on' | CameraFailure

/** Shows the camera in `video` while `isWanted`; turns it off afterwards. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, isWanted: boolean) {
  const [state, setState] = useState<CameraState>('starting')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let stream: MediaStream | undefined
    const start = async () => {
      try {
        stream = await openCamera()
        if (isOver || !video.current) return closeCamera(stream)
        video.current.srcObject = stream
        await video.current.play()
        if (!isOver) setState('on')
      } catch (error) {
        if (!isOver) setState(cameraFailureOf(error))
      }
    }
    void start()
    return () => {
      isOver = true
      closeCamera(stream)
    }
  }, [isWanted, tries, video])
  const shoot = useCallback(async () => {
    if (!video.current) return undefined
    try {
      return await photoOf(video.current)
    } catch (error) {
      setState(cameraFailureOf(error))
      return undefined
    }
  }, [video])
  const fail = useCallback((error: unknown) => setState(cameraFailureOf(error)), [])
  const restart = useCallback(() => {
    setState('starting')
    setTries(count => count + 1)
  }, [])
  return { state, shoot, fail, restart }
}
