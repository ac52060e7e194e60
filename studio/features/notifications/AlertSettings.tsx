import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { weekdayName } from '#kit/copy/weekday.ts'
import { browserPushOf } from '#kit/features/notifications/push.ts'
import { PushSwitch } from '#kit/features/notifications/PushSwitch.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { AlertSettingsWire } from '#shared/features/notifications/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import styles from './AlertSettings.module.css'

const toldName = 'push'

/** The studio's notifications in this browser; they come by the worker of the learner app. */
const staffPush = browserPushOf(
  {
    read: () => recall<string>(toldName) ?? null,
    write: endpoint => remember(toldName, endpoint ?? undefined),
  },
  () => navigator.serviceWorker.register('/service-worker.js'),
)

const settingsQuery = () => callQuery('GET /studio/alert-settings')

/** How one hears of homework and of reports, for those who answer it and those who lead them. */
export function AlertSettings() {
  const { role } = useUser()
  return role === 'expert' || role === 'admin' ? <Loaded isLead={role === 'admin'} /> : null
}

function Loaded({ isLead }: { isLead: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery())
  if (data) return <SettingsForm known={data} isLead={isLead} />
  if (error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <Skeleton height="12rem" />
    </div>
  )
}

const ways = ['by_badge', 'by_push', 'by_letter'] as const
const days = [1, 2, 3, 4, 5, 6, 7]

function SettingsForm({ known, isLead }: { known: AlertSettingsWire; isLead: boolean }) {
  const t = useCopy()
  const [change, setChange] = useState<Partial<AlertSettingsWire>>({})
  const set = (more: Partial<AlertSettingsWire>) => setChange(before => ({ ...before, ...more }))
  const shown = { ...known, ...change }
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    failed: t('alerts.failed'),
    check: (): Record<string, string[]> => (shown.weekdays.length ? {} : { weekdays: [t('alerts.days.missing')] }),
    async send() {
      const { data } = await request('PUT /studio/alert-settings', { body: shown })
      queryClient.setQueryData(settingsQuery().queryKey, data)
      setChange({})
      toast(t('alerts.saved'), { tone: 'success' })
    },
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <h3>{t(isLead ? 'alerts.title.lead' : 'alerts.title')}</h3>
      <p>{t(isLead ? 'alerts.text.lead' : 'alerts.text')}</p>
      {ways.map(way => (
        <Checkbox
          key={way}
          label={t(`alerts.${way}`)}
          checked={shown[way]}
          onChange={event => set({ [way]: event.target.checked })}
        />
      ))}
      {shown.by_push && <PushSwitch push={staffPush} hint={t('alerts.device')} />}
      <fieldset className={styles.days}>
        <legend>{t('alerts.days')}</legend>
        {days.map(day => (
          <Checkbox
            key={day}
            label={weekdayName(day, t.language)}
            checked={shown.weekdays.includes(day)}
            onChange={event =>
              set({ weekdays: days.filter(one => (one === day ? event.target.checked : shown.weekdays.includes(one))) })
            }
          />
        ))}
        {errorOf('weekdays') && (
          <p role="alert" className={styles.error}>
            {errorOf('weekdays')}
          </p>
        )}
      </fieldset>
      <div className={styles.hours}>
        {(['from_time', 'until_time'] as const).map(name => (
          <TextField
            key={name}
            label={t(`alerts.${name}`)}
            type="time"
            value={shown[name]}
            error={errorOf(name)}
            onChange={event => set({ [name]: event.target.value })}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('alerts.hours.hint')}</p>
      <FailureNotice failure={failure} />
      <Button type="submit" look="secondary" busy={isBusy}>
        {t('alerts.save')}
      </Button>
    </form>
  )
}
