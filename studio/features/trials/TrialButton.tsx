import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { usualEnd } from '#shared/features/cohorts/rules.ts'
import type { TrialChoicesWire } from '#shared/features/trials/contract.ts'
import { addDays, daysBetween, isLocalDate } from '#shared/platform/times.ts'
import { DateField } from '#studio/features/cohorts/DateField.tsx'
import { writingOf } from '#studio/features/courses/draft/draft-writing.ts'
import styles from './Trial.module.css'

/** Opens the dialog in which a draft is tried as a learner. */
export function TrialButton({ courseId }: { courseId: number }) {
  const t = useCopy()
  const open = async () => {
    const writing = writingOf(courseId)
    if (!(await writing.saveAll())) {
      const { conflict } = writing.orders.state.read()
      return toast(t(conflict ? 'courses.order.first' : 'courses.draft.unsaved'), { tone: 'danger' })
    }
    await openDialog<void>(close => <TrialDialog courseId={courseId} onClose={() => close()} />)
  }
  return (
    <Button look="secondary" icon="user" onClick={() => void open()}>
      {t('trials.open')}
    </Button>
  )
}

/** What the draft is now: never from a memory. */
const choicesQuery = (id: number) => ({
  ...callQuery('GET /studio/courses/:id/trial', { params: { id } }),
  gcTime: 0,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

function TrialDialog({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery(choicesQuery(courseId))
  const [token, setToken] = useState<string>()
  return (
    <Dialog title={t('trials.title')} onClose={onClose}>
      <div className={styles.dialog}>
        {token !== undefined ? (
          <Ready token={token} onClose={onClose} />
        ) : data && data.problems_count > 0 ? (
          <p>{t('trials.incomplete', { count: data.problems_count })}</p>
        ) : data ? (
          <TrialForm courseId={courseId} choices={data} onReady={setToken} />
        ) : error ? (
          <ErrorState busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy>
            <Skeleton height="12rem" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

type FormProps = { courseId: number; choices: TrialChoicesWire; onReady: (token: string) => void }

function TrialForm({ courseId, choices: { today, days, cohorts }, onReady }: FormProps) {
  const t = useCopy()
  const lastOpening = Math.max(0, ...days.map(day => day.opens_after_days))
  const fresh = { id: 0, starts_on: today, ends_on: usualEnd(today, lastOpening) }
  const [cohort, setCohort] = useState(fresh)
  const [date, setDate] = useState(today)
  const [isCaughtUp, setIsCaughtUp] = useState(true)
  const { form, errorOf, forgive, isBusy, failure, handleSubmit } = useSubmit({
    send: async () => {
      const { starts_on, ends_on } = cohort
      const { data } = await request('POST /studio/courses/:id/trial', {
        params: { id: courseId },
        body: { starts_on, ends_on, date, is_caught_up: isCaughtUp },
      })
      onReady(data.token)
    },
    failed: t('trials.failed'),
  })
  const changeDate = (next: string) => {
    forgive('date')
    setDate(next)
  }
  const choose = (id: number) => {
    const chosen = cohorts.find(one => one.id === id) ?? fresh
    setCohort(chosen)
    // The same day of the course, by the calendar of the other cohort.
    if (isLocalDate(date)) changeDate(addDays(chosen.starts_on, daysBetween(cohort.starts_on, date)))
  }
  const moments = momentsOf(cohort, days, t)
  return (
    <form ref={form} className={styles.dialog} noValidate onSubmit={handleSubmit}>
      <p>{t('trials.text')}</p>
      <FailureNotice failure={failure} />
      <SelectField
        label={t('trials.cohort')}
        value={cohort.id}
        data-autofocus
        onChange={event => choose(Number(event.target.value))}
      >
        <option value={0}>{t('trials.cohort.fresh')}</option>
        {cohorts.map(({ id, starts_on }) => (
          <option key={id} value={id}>
            {t('trials.cohort.of', { date: formatLocalDate(starts_on, t.language, 'numeric') })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('trials.moment')}
        value={moments.findLast(moment => moment.date <= date)?.date ?? moments[0]?.date}
        onChange={event => changeDate(event.target.value)}
      >
        {moments.map(moment => (
          <option key={moment.date} value={moment.date}>
            {moment.label}
          </option>
        ))}
      </SelectField>
      <DateField label={t('trials.date')} value={date} error={errorOf('date')} onChange={changeDate} />
      <Checkbox
        label={t('trials.caughtUp')}
        checked={isCaughtUp}
        onChange={event => setIsCaughtUp(event.target.checked)}
      />
      <Button type="submit" busy={isBusy} disabled={!date}>
        {t('trials.start')}
      </Button>
    </form>
  )
}

type Dated = { starts_on: string; ends_on: string }

/** The dates on which something opens or ends, in order, each with what it is called. */
function momentsOf({ starts_on, ends_on }: Dated, days: TrialChoicesWire['days'], t: Copy) {
  const opening = new Map<string, string[]>()
  for (const day of days) {
    const date = addDays(starts_on, day.opens_after_days)
    const name = t('trials.day', { number: day.day_number, title: day.title })
    opening.set(date, [...(opening.get(date) ?? []), name])
  }
  const opened = [...opening].map(([date, names]) => ({ date, label: names.join(' · ') }))
  return [
    { date: addDays(starts_on, -1), label: t('trials.before') },
    ...opened.sort((a, b) => (a.date < b.date ? -1 : 1)),
    { date: addDays(ends_on, 1), label: t('trials.after') },
  ]
}

const signInPath = (token: string) => `/auto-login?token=${encodeURIComponent(token)}`

function Ready({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useCopy()
  return (
    <>
      <p>{t('trials.ready')}</p>
      <LinkButton href={signInPath(token)} newWindow onClick={onClose}>
        {t('trials.enter')}
      </LinkButton>
      <p className={styles.muted}>{t('trials.soon')}</p>
    </>
  )
}
