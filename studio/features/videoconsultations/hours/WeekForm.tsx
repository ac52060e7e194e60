import { useId, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { weekdayName } from '#kit/copy/weekday.ts'
import { useDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { FieldError } from '#kit/ui/fields/Field.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { DayField } from '#studio/features/billing/DayField.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { hoursQuery, refreshHours } from '../data.ts'
import styles from './Hours.module.css'
import {
  beginnings,
  draftOf,
  ends,
  faultOf,
  type HoursDraft,
  hoursOf,
  keptHours,
  nextHours,
  weekdays,
} from './hours-draft.ts'

const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
type Opened = Pick<ExpertHoursWire, 'timezone' | 'hours' | 'revision'>

/** An expert's weekly hours. What is typed stays when they change elsewhere; who saves late is told. */
export function WeekForm({ known }: { known: ExpertHoursWire }) {
  const [opened, open] = useState<Opened>(known)
  const { id } = known.expert
  const again = async () => {
    const { data } = await request('GET /studio/video-hours/:expertId', { params: { expertId: id } })
    queryClient.setQueryData(hoursQuery(id).queryKey, data)
    open(data)
  }
  return <Week key={opened.revision} expertId={id} opened={opened} again={again} onSaved={open} />
}

type WeekProps = { expertId: number; opened: Opened; again: () => Promise<void>; onSaved: (saved: Opened) => void }

function Week({ expertId, opened, again, onSaved }: WeekProps) {
  const t = useCopy()
  const [timezone, setTimezone] = useState(opened.timezone)
  const [isStale, setStale] = useState(false)
  const stored = draftOf(opened.hours)
  const { value, change, forget } = useDraft({
    subject: `video hours ${expertId} ${opened.revision}`,
    place: 'tab',
    read: kept => keptHours(kept) ?? stored,
    isEmpty: drafts => JSON.stringify(drafts) === JSON.stringify(stored),
  })
  const { form, isBusy, failure, errorOf, clear, handleSubmit } = useSubmit({
    check: () => {
      const faults = value.flatMap((_, index) => {
        const fault = faultOf(value, index)
        return fault ? [{ field: String(index), text: t(`video.hours.fault.${fault}`) }] : []
      })
      return Object.fromEntries(faults.map(({ field, text }) => [field, [text]]))
    },
    send: async () => {
      const body = { timezone, hours: hoursOf(value), revision: opened.revision }
      const { data } = await request('PUT /studio/video-hours/:expertId', { params: { expertId }, body })
      queryClient.setQueryData(hoursQuery(expertId).queryKey, data)
      forget()
      await refreshHours()
      toast(t('video.hours.saved'), { tone: 'success' })
      onSaved(data)
    },
    failed: t('video.hours.failed'),
    onRefused: error => setStale(error instanceof RequestError && error.code === 'changed_meanwhile'),
  })
  const takeStored = useSubmit({
    send: async () => {
      forget()
      await again()
    },
    failed: t('video.hours.failed'),
    hasToast: true,
  })
  const handleChange = (drafts: HoursDraft[]) => {
    change(drafts)
    // What was said stands at places that may be others by now.
    clear()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <h2>{t('video.hours.week')}</h2>
      <p className={styles.muted}>{t('video.hours.text')}</p>
      <SelectField
        label={t('video.hours.zone')}
        value={timezone}
        error={errorOf('timezone')}
        onChange={event => setTimezone(event.target.value)}
      >
        {[...new Set([...zones, timezone])].map(zone => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <div className={styles.week}>
        {weekdays.map(weekday => (
          <Day key={weekday} weekday={weekday} drafts={value} onChange={handleChange} errorOf={errorOf} />
        ))}
      </div>
      {errorOf('hours') && <FieldError>{errorOf('hours')}</FieldError>}
      <FailureNotice failure={failure}>
        {isStale && (
          <Button look="secondary" busy={takeStored.isBusy} onClick={() => void takeStored.run()}>
            {t('video.hours.again')}
          </Button>
        )}
      </FailureNotice>
      <Button type="submit" busy={isBusy}>
        {t('video.hours.save')}
      </Button>
    </form>
  )
}

type DayProps = {
  weekday: number
  drafts: HoursDraft[]
  onChange: (drafts: HoursDraft[]) => void
  errorOf: (field: string) => string | undefined
}

function Day({ weekday, drafts, onChange, errorOf }: DayProps) {
  const id = useId()
  const t = useCopy()
  const own = drafts.flatMap((draft, index) => (draft.weekday === weekday ? [{ draft, index }] : []))
  const name = weekdayName(weekday, t.language)
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h3 id={id}>{name}</h3>
      {own.length === 0 && <p className={styles.muted}>{t('video.hours.none')}</p>}
      {own.map(({ draft, index }, place) => (
        <Hours
          key={`${drafts.length} ${index}`}
          name={own.length === 1 ? name : `${name} ${place + 1}`}
          draft={draft}
          error={errorOf(String(index))}
          onChange={more => onChange(drafts.map((one, at) => (at === index ? { ...one, ...more } : one)))}
          onRemove={() => onChange(drafts.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        look="ghost"
        aria-label={t('video.hours.add.to', { day: name })}
        onClick={() => onChange([...drafts, nextHours(drafts, weekday)])}
      >
        {t('video.hours.add')}
      </Button>
    </section>
  )
}

type HoursProps = {
  /** Of the day, with a number where it has several. */
  name: string
  draft: HoursDraft
  error: string | undefined
  onChange: (more: Partial<HoursDraft>) => void
  onRemove: () => void
}

function Hours({ name, draft, error, onChange, onRemove }: HoursProps) {
  const t = useCopy()
  const [hasDates, setDates] = useState(Boolean(draft.validFrom || draft.validUntil))
  const options = (times: readonly string[]) => times.map(time => ({ id: time, label: time }))
  return (
    <div role="group" aria-label={name} className={styles.hours}>
      <Picker
        label={t('video.hours.from', { name })}
        value={draft.from}
        options={options(beginnings)}
        onChoose={from => from && onChange({ from })}
      />
      –
      <Picker
        label={t('video.hours.until', { name })}
        value={draft.until}
        options={options(ends)}
        onChoose={until => until && onChange({ until })}
      />
      {hasDates ? (
        <Dates draft={draft} onChange={onChange} />
      ) : (
        <Button look="ghost" aria-label={t('video.hours.dates.of', { name })} onClick={() => setDates(true)}>
          {t('video.hours.dates')}
        </Button>
      )}
      <IconButton icon="close" label={t('video.hours.remove', { name })} onClick={onRemove} />
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** From which date to which hours hold. */
function Dates({ draft, onChange }: Pick<HoursProps, 'draft' | 'onChange'>) {
  const t = useCopy()
  return (
    <span className={styles.dates}>
      <DayField
        label={t('video.hours.validFrom')}
        value={draft.validFrom}
        onChange={date => onChange({ validFrom: date ?? '' })}
      />
      <DayField
        label={t('video.hours.validUntil')}
        value={draft.validUntil}
        onChange={date => onChange({ validUntil: date ?? '' })}
      />
    </span>
  )
}
