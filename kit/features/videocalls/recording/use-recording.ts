import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { uploadLimit } from '#kit/features/media/upload-text.ts'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import type { RecordingsWire, RecordingWire } from '#shared/features/videocalls/recording-calls.ts'
import { isAgreedHere } from '#shared/features/videocalls/recording-rules.ts'
import type { CallState } from '../call.ts'
import type { OwnMedia } from '../own-media.ts'
import { sendClips } from './clips.ts'
import { agreeToRecord, recordingsQuery, stopRecording } from './data.ts'
import { canRecord, recordOwnSide } from './record.ts'

/** Where recording stands for who looks; `asking`: one has asked oneself, `asked`: the other has. */
type Stage = 'off' | 'asking' | 'asked' | 'running'

export type CallRecording = {
  stage: Stage
  /** Whether it can be asked for or agreed to now. */
  canAgree: boolean
  /** What makes it impossible for as long as the call lasts: the school, or this browser. */
  hindrance: 'school' | 'browser' | undefined
  /** Until when it could be watched, as a date; null where the learner's place has no end. */
  keptUntil: string | null
  /** Asks, or agrees to what was asked. */
  agree(): Promise<void>
  /** Stops, takes the question back, or says no. */
  stop(): Promise<void>
}

/** How often to look for what no signal told, in ms. */
const lookMs = 10_000

const openIn = (data: RecordingsWire | undefined) => data?.recordings.find(({ state }) => state !== 'over')

function stageOf(open: RecordingWire | undefined, page: string): Stage {
  if (!open) return 'off'
  if (isAgreedHere(open.own_page, page)) return open.state === 'running' ? 'running' : 'asking'
  // What one agreed to on another page counts nowhere here.
  return open.state === 'asked' && open.own_page === null ? 'asked' : 'off'
}

type Side = { userId: number; id: number; recordingId: number | undefined; ahead: number }

/** Records one's own side while `isRunning`. */
function useOwnSide(isRunning: boolean, { userId, id, recordingId, ahead }: Side, media: OwnMedia): void {
  const t = useCopy()
  const begin = useEffectEvent((own: number) => {
    const onEnded = (why: 'full' | 'failed') => {
      toast(t(`videocall.record.${why}`), { tone: 'danger' })
      void stopRecording(id, own).catch(() => {})
    }
    return recordOwnSide(media, { userId, consultationId: id, recordingId: own, ahead, most: uploadLimit(), onEnded })
  })
  useEffect(() => {
    if (!isRunning || recordingId === undefined) return
    let own: { stop(): void } | undefined
    const timer = setTimeout(() => {
      own = begin(recordingId)
    })
    return () => {
      clearTimeout(timer)
      own?.stop()
    }
  }, [isRunning, recordingId])
  // What a page that has crashed recorded is sent now.
  useEffect(() => void sendClips().catch(() => {}), [])
}

/** With the other gone, or under another name than the one that agreed, one has agreed no more. */
function useLeaving(id: number, open: RecordingWire | undefined, { page, isTogether }: Place): void {
  const isOwn = open !== undefined && tabOf(open.own_page) === tabOf(page)
  const left = isOwn && (!isTogether || open.own_page !== page) ? open.id : undefined
  useEffect(() => {
    if (left !== undefined) void stopRecording(id, left).catch(() => {})
  }, [id, left])
}

type Place = { page: string; isTogether: boolean }
const tabOf = (page: string | null) => page?.split('.')[0]

/** Recording of the call that is shown: asked for, agreed to, running while both stay, and over with the page that agreed. */
export function useRecording(
  { consultation_id: id, own_id: userId }: VideoCallWire,
  { stage: callStage, page }: CallState,
  media: OwnMedia,
): CallRecording {
  const t = useCopy()
  const { data, dataUpdatedAt } = useQuery({
    ...recordingsQuery(id),
    refetchInterval: ({ state }) => (openIn(state.data) ? lookMs : false),
  })
  const [stopped, setStopped] = useState<number>()
  const open = openIn(data)
  const recordingId = open?.id
  const isTogether = callStage === 'talking' || callStage === 'mending'
  const isOver = recordingId === stopped || !isTogether
  const stage = isOver ? 'off' : stageOf(open, page)
  useOwnSide(stage === 'running', { userId, id, recordingId, ahead: (data?.now ?? 0) - dataUpdatedAt }, media)
  useLeaving(id, open, { page, isTogether })
  const hindrance = data?.can_record === false ? 'school' : canRecord() ? undefined : 'browser'
  const attempt = (act: Promise<void>) =>
    act.catch((error: unknown) => {
      const reason = error instanceof RequestError ? error.reason : t('videocall.record.failed')
      toast(reason, { tone: 'danger' })
    })
  return {
    stage,
    canAgree: hindrance === undefined && data !== undefined && callStage === 'talking',
    hindrance: isTogether ? hindrance : undefined,
    keptUntil: data?.kept_until ?? null,
    agree: () => attempt(agreeToRecord(id, page, stage === 'asked' ? recordingId : undefined)),
    stop: async () => {
      if (recordingId === undefined) return
      setStopped(recordingId)
      await attempt(stopRecording(id, recordingId))
    },
  }
}
