import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { holdTime, useBookable } from '../data.ts'
import styles from './Booking.module.css'
import { NearestTimes } from './NearestTimes.tsx'
import { explainRefusal, insteadOf } from './refusals.ts'
import { TimeChoice } from './TimeChoice.tsx'
import { type Offer, WhatChoice } from './WhatChoice.tsx'

/** `/videoconsultations/new`: choosing what is booked, with whom, and a free time, which is then held. */
export function BookScreen() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useBookable()
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('video.book.error')}
        offlineText={t('video.book.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div aria-busy className={styles.screen}>
        <HeadingSkeleton />
        <Skeleton shape="box" height="8rem" />
        <Skeleton shape="box" height="20rem" />
      </div>
    )
  const offers = data.flatMap(place => place.kinds.map(kind => ({ place, kind })))
  if (offers.length === 0)
    return (
      <EmptyState
        isPage
        icon="camera"
        title={t('video.book.none')}
        text={t('video.book.none.text')}
        action={<LinkButton href={pathTo('support')}>{t('video.book.ask')}</LinkButton>}
      />
    )
  return (
    <div className={styles.screen}>
      <h1>{t('video.book.title')}</h1>
      <Booking offers={offers} />
    </div>
  )
}

function useChoice(offers: readonly Offer[]) {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const is = (name: string, id: number) => query.get(name) === String(id)
  const offer =
    offers.find(({ place, kind }) => is('stream', place.stream_id) && is('kind', kind.id)) ??
    (offers.length === 1 ? offers[0] : undefined)
  const expertId = offer?.kind.experts.find(({ id }) => is('expert', id))?.id
  const choose = (next: Offer, expert?: number) => {
    const chosen = { stream: String(next.place.stream_id), kind: String(next.kind.id) }
    const search = new URLSearchParams({ ...chosen, ...(expert !== undefined && { expert: String(expert) }) })
    navigate(`${path}?${search}`, { replace: true })
  }
  return { offer, expertId, choose }
}

function Booking({ offers }: { offers: readonly Offer[] }) {
  const t = useCopy()
  const { offer, expertId, choose } = useChoice(offers)
  return (
    <>
      <WhatChoice offers={offers} chosen={offer} onChoose={choose} />
      {offer && offer.kind.experts.length > 1 && (
        <SelectField
          label={t('video.book.expert')}
          value={expertId ?? ''}
          onChange={event => choose(offer, Number(event.target.value) || undefined)}
        >
          <option value="">{t('video.book.expert.any')}</option>
          {offer.kind.experts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {offer && (
        <Time key={`${offer.place.stream_id} ${offer.kind.id} ${expertId}`} offer={offer} expertId={expertId} />
      )}
    </>
  )
}

function Time({ offer: { place, kind }, expertId }: { offer: Offer; expertId: number | undefined }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const asked = { streamId: place.stream_id, kindId: kind.id, expertId }
  const [wished, setWished] = useState<number>()
  const [instead, setInstead] = useState<readonly number[]>()
  /** The same for a time that is asked for again, so that it is held once. */
  const sent = useRef({ at: 0, key: '' })
  const { run, isBusy, failure } = useSubmit({
    async send(startsAt: number) {
      setWished(startsAt)
      setInstead(undefined)
      if (sent.current.at !== startsAt) sent.current = { at: startsAt, key: newKey() }
      const { id } = await holdTime(asked, startsAt, sent.current.key)
      navigate(pathTo('videoConsultation', { consultationId: id }))
      return true
    },
    failed: t('video.book.failed'),
    explain: explainRefusal(t('video.book.failed')),
    onRefused: error => setInstead(insteadOf(error)),
  })
  return (
    <section aria-labelledby="time" className={styles.part}>
      <h2 id="time">{t('video.book.time')}</h2>
      <FailureNotice failure={failure} />
      {instead && <NearestTimes times={instead} isBusy={isBusy} onChoose={at => void run(at)} />}
      <TimeChoice asked={asked} busyAt={isBusy ? wished : undefined} onChoose={at => void run(at)} />
    </section>
  )
}
