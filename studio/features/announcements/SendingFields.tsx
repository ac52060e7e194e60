import { useContext } from 'react'
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
export function TimingFields({ fields: { timing }, change, errorOf }: AnnouncementPart) {
  const t = useCopy()
  const zone = useContext(OwnZone) ?? browserZone()
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
      {kind === 'at' && (
        <TextField
          type="datetime-local"
          label={t('announcements.at')}
          value={clockText(timing.at, zone)}
          error={errorOf('timing.at')}
          onChange={event => change({ timing: { ...timing, at: instantOf(event.target.value, zone) } }, ...times)}
        />
      )}
      {kind === 'local' && (
        <TextField
          type="datetime-local"
          label={t('announcements.local')}
          hint={t('announcements.local.hint')}
          value={timing.on && timing.time ? `${timing.on}T${timing.time}` : ''}
          error={errorOf('timing.time')}
          onChange={({ target }) => {
            const [on = '', time = ''] = target.value.split('T')
            change({ timing: { ...timing, on: on || null, time: time.slice(0, 5) || null } }, ...times)
          }}
        />
      )}
    </>
  )
}
