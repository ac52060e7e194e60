import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { BookableWire, KindWire } from '#shared/features/videoconsultations/wire.ts'
import styles from '../booking/Booking.module.css'
import { useWays } from '../booking/WhatChoice.tsx'

export type Way = Exclude<KindWire['pay_by'][number], 'free'>

type Props = { place: BookableWire; kind: KindWire; way: Way | undefined; onChoose: (way: Way) => void }

/** What the consultation costs; how it is paid for, where that is to be chosen. */
export function PayChoice({ place, kind, way, onChoose }: Props) {
  const t = useCopy()
  const ways = useWays(place, kind)
  const first = ways.find(({ isOpen }) => isOpen)?.way
  useEffect(() => {
    if (way === undefined && first !== undefined) onChoose(first)
  }, [way, first, onChoose])
  if (ways.length === 0) return <p>{t('video.pay.free')}</p>
  return (
    <fieldset className={styles.choices}>
      <legend>{t('video.pay')}</legend>
      {ways.map(({ way: one, text, isOpen }) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name="pay_by" checked={one === way} disabled={!isOpen} onChange={() => onChoose(one)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
