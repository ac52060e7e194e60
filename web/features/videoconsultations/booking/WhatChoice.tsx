import { useCopy } from '#kit/copy/copy.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { usePrice } from '../data.ts'
import type { BookableWire, KindWire } from '#shared/features/videoconsultations/wire.ts'
import styles from './Booking.module.css'

/** One kind of consultation in one of the learner's streams. */
export type Offer = { place: BookableWire; kind: KindWire }

type Props = { offers: readonly Offer[]; chosen: Offer | undefined; onChoose: (offer: Offer) => void }

/** Which kind of consultation, in which course, with what it costs. */
export function WhatChoice({ offers, chosen, onChoose }: Props) {
  const t = useCopy()
  return (
    <fieldset className={styles.choices}>
      <legend>{t('video.book.what')}</legend>
      {offers.map(offer => {
        const { place, kind } = offer
        return (
          <label key={`${place.stream_id} ${kind.id}`} className={styles.choice}>
            <input type="radio" name="what" checked={offer === chosen} onChange={() => onChoose(offer)} />
            <span className={styles.about}>
              <strong dir="auto">{kind.title}</strong>
              <span dir="auto">{place.course_title}</span>
              <span>{t('video.minutes', { count: kind.length_minutes })}</span>
              {kind.description && <span dir="auto">{kind.description}</span>}
              <Costs offer={offer} />
              {kind.needs_confirmation && <span>{t('video.book.confirmed')}</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** What a consultation costs, in each way in which it can be paid for. */
function Costs({ offer: { place, kind } }: { offer: Offer }) {
  const t = useCopy()
  const ways = useWays(place, kind)
  return (
    <span className={styles.cost}>
      {ways.length === 0 ? t('video.pay.free') : ways.map(({ text }) => text).join(t('video.pay.or'))}
    </span>
  )
}

/** The ways to pay for a kind of consultation in a stream, in words, and whether each is possible. */
export function useWays(place: Offer['place'], kind: Offer['kind']) {
  const t = useCopy()
  const { data: price } = usePrice(kind.pay_by.includes('price') && !kind.is_paid ? kind.service_id : null)
  const { left, points } = place
  return kind.pay_by
    .filter(way => way !== 'free')
    .map(way => {
      if (way === 'quota')
        return {
          way,
          text: t('video.pay.quota', { count: left ?? 0, isLimited: left === null ? 'no' : 'yes' }),
          isOpen: left !== 0,
        }
      if (way === 'points')
        return {
          way,
          text: t('video.pay.points', { count: kind.points ?? 0, balance: points }),
          isOpen: points >= (kind.points ?? 0),
        }
      const cost = price && t('video.pay.price', { price: moneyText(t, price.total, price.currency) })
      return { way, text: kind.is_paid ? t('video.pay.paid') : (cost ?? t('video.pay.money')), isOpen: true }
    })
}
