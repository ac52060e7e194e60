import { useContext, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { timingKinds } from '#shared/features/announcements/rules.ts'
import { clockText, instantOf } from '#studio/platform/clock-text.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import type { AnnouncementPart } from './announcement-draft.ts'

/** The zone of the browser, until the person's own is known. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where an announcement leads. */
export function LinkField({ fields, change, errorOf }: AnnouncementPart) {
  const t = useCopy()
  return (
    <TextField
      label={t('announcements.link')}
      hint={t('announcements.link.hint')}
      value={fields.link ?? ''}
      maxLength={500}
      error={errorOf('link')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={event => change({ link: event.target.value || null }, 'link')}
    />
  )
}

/** By which ways it goes, besides the list behind everybody's bell. */
export function WaysFields({ fields, change }: AnnouncementPart) {
  const t = useCopy()
  return (
    <FieldGroup label={t('announcements.ways')} note={t('announcements.ways.note')} error={undefined}>
      {(['by_push', 'by_letter'] as const).map(way => (
        <Checkbox
          key={way}
          label={t(`announcements.${way}`)}
          checked={fields[way]}
          onChange={event => change({ [way]: event.target.checked })}
        />
      ))}
    </FieldGroup>
  )
}

const times = ['timing.at', 'timing.time']

/** When it goes. */
export function TimingFields(part: AnnouncementPart) {
  const t = useCopy()
  const {
    fields: { timing },
    change,
    errorOf,
  } = part
  const { kind } = timing
  return (
    <>
      <SelectField
        label={t('announcements.timing')}
        value={kind}
        onChange={({ target }) => {
          const next = timingKinds.find(one => one === target.value) ?? 'now'
          change({ timing: { kind: next, at: null, on: null, time: null } }, ...times)
        }}
      >
        {timingKinds.map(one => (
          <option key={one} value={one}>
            {t(`announcements.timing.${one}`)}
          </option>
        ))}
      </SelectField>
      {kind === 'at' && <MomentFields {...part} />}
      {kind === 'local' && (
        <DateAndTime
          date={timing.on ?? ''}
          time={timing.time ?? ''}
          hint={t('announcements.local.hint')}
          error={errorOf('timing.time')}
          onChange={({ date, time }) =>
            change({ timing: { ...timing, on: date || null, time: time || null } }, ...times)
          }
        />
      )}
    </>
  )
}

/** A moment on the clock of who writes; a date without a time is kept while it is typed. */
function MomentFields({ fields: { timing }, change, errorOf }: AnnouncementPart) {
  const zone = useContext(OwnZone) ?? browserZone()
  const [typed, setTyped] = useState<Clocked>()
  const [date = '', time = ''] = clockText(timing.at, zone).split('T')
  const shown = typed ?? { date, time }
  return (
    <DateAndTime
      {...shown}
      error={errorOf('timing.at')}
      onChange={next => {
        const at = next.date ? instantOf(`${next.date}T${next.time}`, zone) : null
        setTyped(at === null ? next : undefined)
        change({ timing: { ...timing, at } }, ...times)
      }}
    />
  )
}

/** As fields for date and time have them; empty where nothing is typed. */
type Clocked = { date: string; time: string }
type DateAndTimeProps = Clocked & {
  hint?: string
  error: string | undefined
  onChange: (next: Clocked) => void
}

function DateAndTime({ date, time, hint, error, onChange }: DateAndTimeProps) {
  const t = useCopy()
  return (
    <>
      <TextField
        type="date"
        label={t('announcements.date')}
        value={date}
        onChange={event => onChange({ time, date: event.target.value })}
      />
      <TextField
        type="time"
        label={t('announcements.time')}
        {...(hint !== undefined && { hint })}
        value={time}
        error={error}
        onChange={event => onChange({ date, time: event.target.value.slice(0, 5) })}
      />
    </>
  )
}
