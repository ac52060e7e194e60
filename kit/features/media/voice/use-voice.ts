import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { longestVoiceMs } from '#shared/features/media/rules.ts'
import { startUpload } from '../uploads/uploading.ts'
import { problemOf, type Recording, type RecordingProblem, startRecording } from './recording.ts'

/** How many of the last levels are drawn while somebody speaks, and how often one is taken, in ms. */
const drawn = 40
const every = 100

type Take = { recording: Recording; startedAt: number }

/** Records a voice and uploads it as a file of its own; `onRecorded` is told the id of the upload. */
export function useVoice(onRecorded: (id: string) => void) {
  const t = useCopy()
  const [take, setTake] = useState<Take>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<RecordingProblem>()
  const [levels, setLevels] = useState<readonly number[]>([])
  const [elapsed, setElapsed] = useState(0)
  const open = useRef<Recording>(undefined)
  const start = async () => {
    if (isAsking || take) return
    setProblem(undefined)
    setAsking(true)
    try {
      const recording = await startRecording()
      open.current = recording
      setLevels([])
      setElapsed(0)
      setTake({ recording, startedAt: Date.now() })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setAsking(false)
    }
  }
  const end = () => {
    open.current = undefined
    setTake(undefined)
  }
  const finish = async () => {
    if (!take) return
    end()
    onRecorded(await startUpload(await take.recording.finish(t('media.voice.name')), 'voice'))
  }
  const drop = () => {
    take?.recording.drop()
    end()
  }
  const look = useEffectEvent(() => {
    if (!take) return
    const now = Date.now() - take.startedAt
    setElapsed(now)
    setLevels(before => [...before, take.recording.level()].slice(-drawn))
    if (now >= longestVoiceMs) void finish()
  })
  useEffect(() => {
    if (!take) return
    const timer = setInterval(look, every)
    return () => clearInterval(timer)
  }, [take])
  useEffect(() => () => open.current?.drop(), [])
  const forget = () => setProblem(undefined)
  return { isRecording: take !== undefined, isAsking, problem, levels, elapsed, start, finish, drop, forget }
}

export type Voice = ReturnType<typeof useVoice>
