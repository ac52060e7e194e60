import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useUnloadQuestion } from '#kit/form/use-unload-question.ts'
import { longestVoiceMs } from '#shared/features/media/rules.ts'
import { startUpload } from '../uploads/uploading.ts'
import { problemOf, type Recording, type RecordingProblem, startRecording } from './recording.ts'

/** How many of the last levels are drawn while somebody speaks, and how often one is taken, in ms. */
const drawn = 40
const every = 100

type Take = { recording: Recording; startedAt: number }

const silence = { levels: [] as readonly number[], elapsed: 0 }

/** What is heard of a take while it is recorded: its last levels, and for how long, in ms. `onFull` ends one that is as long as may be. */
function useLevels(take: Take | undefined, onFull: () => void) {
  const [heard, setHeard] = useState(silence)
  const look = useEffectEvent(({ recording, startedAt }: Take) => {
    const elapsed = Date.now() - startedAt
    setHeard(({ levels }) => ({ levels: [...levels, recording.level()].slice(-drawn), elapsed }))
    if (elapsed >= longestVoiceMs) onFull()
  })
  useEffect(() => {
    if (!take) return
    const timer = setInterval(() => look(take), every)
    return () => {
      clearInterval(timer)
      setHeard(silence)
    }
  }, [take])
  return heard
}

/** Calls `finish` when the screen is left; answers whether it has been. */
function useLeaving(finish: () => Promise<void>) {
  const isLeft = useRef(false)
  const leave = useEffectEvent(() => void finish().catch(() => {}))
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      leave()
    }
  }, [])
  return isLeft
}

/**
 * Records a voice and uploads it as a file of its own; `onRecorded` is told the id of the upload, also once the screen has been
 * left: what was said until then is not lost.
 */
export function useVoice(onRecorded: (id: string) => void) {
  const t = useCopy()
  const [take, setTake] = useState<Take>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<RecordingProblem>()
  const open = useRef<Take>(undefined)
  const finish = async () => {
    if (!open.current) return
    const { recording, startedAt } = open.current
    const lasts = Date.now() - startedAt
    open.current = undefined
    try {
      onRecorded(await startUpload(await recording.finish(t('media.voice.name')), 'voice', { lasts }))
    } finally {
      // Until it is kept, it can be lost.
      setTake(undefined)
    }
  }
  const drop = () => {
    if (!open.current) return
    open.current.recording.drop()
    open.current = undefined
    setTake(undefined)
  }
  const isLeft = useLeaving(finish)
  const start = async () => {
    if (isAsking || take) return
    setProblem(undefined)
    setAsking(true)
    try {
      const recording = await startRecording()
      if (isLeft.current) return recording.drop()
      const begun = { recording, startedAt: Date.now() }
      open.current = begun
      setTake(begun)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setAsking(false)
    }
  }
  useUnloadQuestion(take !== undefined)
  const { levels, elapsed } = useLevels(take, () => void finish())
  const forget = () => setProblem(undefined)
  return { isRecording: take !== undefined, isAsking, problem, levels, elapsed, start, finish, drop, forget }
}

export type Voice = ReturnType<typeof useVoice>
