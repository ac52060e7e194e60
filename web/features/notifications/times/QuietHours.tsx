import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { QuietHoursWire } from '#shared/features/notifications/notice-calls.ts'
import { useUser } from '#web/features/accounts/data.ts'
import settings from '#web/features/profile/Settings.module.css'
import { tellFailure } from './tell-failure.ts'
import { saveQuietHours, switchQuietHours } from './times.ts'
import styles from './Times.module.css'

/** The hours in which the learner is not disturbed: on or off at once, other times by a press. */
export function QuietHours({ known }: { known: QuietHoursWire }) {
  const t = useCopy()
  const zone = useUser()?.timezone ?? 'UTC'
  const section = useHeldFocus<HTMLElement>()
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="quiet" className={settings.section}>
      <h2 id="quiet">{t('notifications.quiet')}</h2>
      <p className={settings.muted}>{t('notifications.quiet.text')}</p>
      <Switch
        label={t('notifications.quiet.on')}
        hint={t('notifications.zone', { zone: zone.replaceAll('_', ' ') })}
        checked={known.is_on}
        onChange={event =>
          void switchQuietHours({ ...known, is_on: event.currentTarget.checked }).catch(tellFailure(t))
        }
      />
      {known.is_on && <Hours key={`${known.from_time} ${known.until_time}`} known={known} />}
    </section>
  )
}

function Hours({ known }: { known: QuietHoursWire }) {
  const t = useCopy()
  const [hours, setHours] = useState(known)
  const isChanged = hours.from_time !== known.from_time || hours.until_time !== known.until_time
  const { form, failure, errorOf, forgive, isBusy, handleSubmit } = useSubmit({
    failed: t('notifications.failed'),
    check: () => problemsOf(hours, t('notifications.form.time.required'), t('notifications.quiet.same')),
    async send() {
      await saveQuietHours({ ...hours, is_on: true })
      toast(t('notifications.quiet.saved'), { tone: 'success' })
    },
  })
  return (
    <form ref={form} noValidate className={settings.form} onSubmit={handleSubmit}>
      <div className={styles.hours}>
        {(['from_time', 'until_time'] as const).map(name => (
          <TextField
            key={name}
            type="time"
            label={t(name === 'from_time' ? 'notifications.quiet.from' : 'notifications.quiet.until')}
            value={hours[name]}
            error={errorOf(name)}
            onChange={event => {
              forgive(name)
              setHours({ ...hours, [name]: event.currentTarget.value.slice(0, 5) })
            }}
          />
        ))}
      </div>
      <FailureNotice failure={failure} />
      {isChanged && (
        <Button type="submit" look="secondary" busy={isBusy}>
          {t('notifications.form.save')}
        </Button>
      )}
    </form>
  )
}

function problemsOf(hours: QuietHoursWire, missing: string, same: string): Record<string, string[]> {
  const empty = (['from_time', 'until_time'] as const).filter(name => !/^\d{2}:\d{2}$/.test(hours[name]))
  if (empty.length > 0) return Object.fromEntries(empty.map(name => [name, [missing]]))
  return hours.from_time === hours.until_time ? { until_time: [same] } : {}
}
