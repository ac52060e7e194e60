import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import styles from './Call.module.css'
import { CallStage } from './CallStage.tsx'
import { canCall } from './devices.ts'
import { DeviceCheck } from './DeviceCheck.tsx'
import type { OwnMedia } from './own-media.ts'
import { useCall, useOwnMedia } from './use-call.ts'

interface Props {
  consultationId: number
  /** Where one goes from here. */
  backHref: string
  /** Shows the chat of the two, if they have one. */
  Chat: ComponentType<{ chatId: number }>
}

/** How often to look whether the call has opened, in ms. */
const lookMs = 20_000

/** A video consultation's call, from the check of one's devices to leaving; the same for the learner and the expert. */
export function VideoCall({ consultationId, backHref, Chat }: Props) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery('GET /online-consultation/:id/call', { params: { id: consultationId } }),
    // The servers' credentials are for now, and the call must not be disturbed while it lasts.
    gcTime: 0,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (codeOf(state.error) === 'call_early' ? lookMs : false),
  })
  const back = <LinkButton href={backHref}>{t('videocall.back')}</LinkButton>
  if (!canCall())
    return (
      <EmptyState
        isPage
        icon="video-off"
        title={t('videocall.unsupported')}
        text={t('videocall.newer')}
        action={back}
      />
    )
  if (data)
    return <Rooms facts={data} back={back} chat={data.chat_id === null ? undefined : <Chat chatId={data.chat_id} />} />
  if (codeOf(error) === 'call_early')
    return (
      <EmptyState isPage icon="clock" title={t('videocall.early')} text={t('videocall.early.text')} action={back} />
    )
  if (codeOf(error) === 'call_over') return <EmptyState isPage icon="check" title={t('videocall.over')} action={back} />
  if (error instanceof RequestError && error.status === 404)
    return <EmptyState isPage icon="video" title={t('videocall.unknown')} action={back} />
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy className={styles.check}>
      <HeadingSkeleton />
      <Skeleton shape="box" height="20rem" />
    </div>
  )
}

const codeOf = (error: unknown) => (error instanceof RequestError ? error.code : '')

interface RoomsProps {
  facts: VideoCallWire
  back: ReactNode
  chat: ReactNode | undefined
}

type Place = 'check' | 'call' | 'left'

function Rooms({ facts, back, chat }: RoomsProps) {
  const t = useCopy()
  const media = useOwnMedia()
  const [place, setPlace] = useState<Place>('check')
  const [speakerId, setSpeaker] = useState<string>()
  const devices = { media, speakerId, onSpeaker: setSpeaker }
  if (place === 'check') return <DeviceCheck facts={facts} {...devices} onJoin={() => setPlace('call')} />
  const again = (
    <div className={styles.row}>
      <Button onClick={() => setPlace('call')}>{t('videocall.again')}</Button>
      {back}
    </div>
  )
  if (place === 'left') return <EmptyState isPage icon="hang-up" title={t('videocall.left')} action={again} />
  return <Joined facts={facts} {...devices} chat={chat} back={back} onLeave={() => setPlace('left')} />
}

interface JoinedProps extends RoomsProps {
  media: OwnMedia
  speakerId: string | undefined
  onSpeaker: (id: string) => void
  onLeave: () => void
}

function Joined(props: JoinedProps) {
  const [round, setRound] = useState(0)
  return <InCall key={round} {...props} onAgain={() => setRound(round + 1)} />
}

function InCall({ back, onAgain, ...props }: JoinedProps & { onAgain: () => void }) {
  const t = useCopy()
  const call = useCall(props.facts, props.media)
  const { stage } = useSyncExternalStore(call.subscribe, call.read)
  if (stage === 'over') return <EmptyState isPage icon="check" title={t('videocall.over')} action={back} />
  if (stage === 'elsewhere') {
    const again = <Button onClick={onAgain}>{t('videocall.here')}</Button>
    return <EmptyState isPage icon="info" title={t('videocall.stage.elsewhere')} action={again} />
  }
  return <CallStage call={call} {...props} />
}
