import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { BookableWire, KindWire } from '#shared/features/videoconsultations/wire.ts'
import styles from '../booking/Booking.module.css'
import { useWays } from '../booking/WhatChoice.tsx'

type Told = { note: string; phone: string }
type NoteProps = Told & {
  errorOf: (field: string) => string | undefined
  forgive: (field: string) => void
  onChange: (told: Told) => void
}

/** What the expert is told before the consultation. */
export function NoteAndPhone({ note, phone, errorOf, forgive, onChange }: NoteProps) {
  const t = useCopy()
  const change = (field: keyof Told, text: string) => {
    forgive(field)
    onChange({ note, phone, [field]: text })
  }
  return (
    <>
      <TextArea
        label={t('video.note')}
        hint={t('video.note.hint')}
        name="note"
        maxLength={1000}
        value={note}
        error={errorOf('note')}
        onChange={event => change('note', event.target.value)}
      />
      <TextField
        label={t('video.phone')}
        hint={t('video.phone.hint')}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        error={errorOf('phone')}
        onChange={event => change('phone', event.target.value)}
      />
    </>
  )
}

export type Way = Exclude<KindWire['pay_by'][number], 'free'>

type ChoiceProps = { place: BookableWire; kind: KindWire; way: Way | undefined; onChoose: (way: Way) => void }

/** What the consultation costs; how it is paid for, where that is to be chosen. */
export function PayChoice({ place, kind, way, onChoose }: ChoiceProps) {
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
