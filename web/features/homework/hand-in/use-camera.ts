import { type RefObject, useCallback, useEffect, useState } from 'react'
import { closeCamera, openCamera, photoOf } from './camera.ts'
import { type CameraFailure, cameraFailureOf } from './camera-failure.ts'

type CameraState = 'starting' | 'on' | CameraFailure

/** The camera while it is wanted, shown in `video`; it is off again when the page goes on. */
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
  /** Says that the camera is on its way again, before it is wanted or tried anew. */
  const restart = useCallback(() => {
    setState('starting')
    setTries(count => count + 1)
  }, [])
  return { state, shoot, fail, restart }
}
