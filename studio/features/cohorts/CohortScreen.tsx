import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { makeStale } from '#kit/cache/make-stale.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { WholeCohortWire } from '#shared/features/cohorts/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { CohortCodes } from './CohortCodes.tsx'
import { CohortLearners } from './CohortLearners.tsx'
import { CohortState } from './CohortState.tsx'
import styles from './Cohorts.module.css'
import { DateField, SeatsField } from './DateField.tsx'
import { cohortQuery } from './data.ts'
import { PlanDialog } from './PlanDialog.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Beside the title of a cohort. */
    cohortTools: { courseId: number; cohortId: number }
  }
}

/** `/admin/cohorts/:cohortId`: authors see the days, administrators the learners too. */
export function CohortScreen({ cohortId }: { cohortId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...cohortQuery(cohortId), refetchOnMount: 'always' })
  const back = { href: pathTo('cohorts'), title: t('cohorts.back') }
  const gone = { icon: 'calendar' as const, title: t('cohorts.gone.title'), text: t('cohorts.gone.text'), back }
  return (
    <OneThing asked={asked} title={cohort => cohort.course_title} gone={gone}>
      {cohort => <Found cohort={cohort} />}
    </OneThing>
  )
}

function Found({ cohort }: { cohort: WholeCohortWire }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const change = () => void openDialog(close => <ChangeCohortDialog cohort={cohort} onClose={() => close()} />)
  return (
    <div className={styles.column}>
      <ScreenHead back={{ href: pathTo('cohorts'), title: t('cohorts.back') }} title={cohort.course_title}>
        <CohortState state={cohort.state} />
        <Slot name="cohortTools" courseId={cohort.course_id} cohortId={cohort.id} />
        {isAdmin && (
          <Button look="secondary" icon="calendar" onClick={change}>
            {t('cohorts.change')}
          </Button>
        )}
        {isAdmin && cohort.learners_count === 0 && <DeleteButton cohort={cohort} />}
      </ScreenHead>
      {cohort.is_course_archived && <Notice tone="warn">{t('cohorts.archived')}</Notice>}
      <Facts cohort={cohort} />
      <details className={styles.details}>
        <summary>{t('cohorts.days', { count: cohort.days.length })}</summary>
        <ol className={styles.days}>
          {cohort.days.map(day => (
            <li key={day.id}>
              <time dateTime={day.opens_on}>{formatLocalDate(day.opens_on, t.language, 'numeric')}</time>{' '}
              <span dir="auto">{day.title || t('cohorts.day', { number: day.day_number })}</span>
              {day.day_of_rest && <span className={styles.muted}> · {t('cohorts.dayOfRest')}</span>}
            </li>
          ))}
        </ol>
      </details>
      {isAdmin && <CohortCodes cohortId={cohort.id} isArchived={cohort.is_course_archived} />}
      {isAdmin && <CohortLearners cohort={cohort} />}
    </div>
  )
}

/** For a cohort that was opened by mistake; the server knows whether somebody was ever in it. */
function DeleteButton({ cohort: { id, starts_on: startsOn } }: { cohort: WholeCohortWire }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/cohorts/:id', { params: { id } })
      navigate(pathTo('cohorts'))
      toast(t('cohorts.delete.done'), { tone: 'success' })
      // Its own screen is still there for a moment, and would ask for what is gone.
      await makeStale('GET /studio/cohorts', 'GET /studio/audit-log')
    },
    failed: t('cohorts.failed'),
    hasToast: true,
  })
  const handleDelete = async () => {
    const title = t('cohorts.delete.ask', { date: formatLocalDate(startsOn, t.language) })
    const answers = { yes: t('cohorts.delete'), no: t('ui.cancel') }
    if (await confirm({ title, text: t('cohorts.delete.text'), ...answers, danger: true })) void run()
  }
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void handleDelete()}>
      {t('cohorts.delete')}
    </Button>
  )
}

function Facts({ cohort }: { cohort: WholeCohortWire }) {
  const t = useCopy()
  const {
    course_id: courseId,
    course_title: title,
    starts_on,
    ends_on,
    seats,
    learners_count: learners,
    experts,
  } = cohort
  const facts = [
    [t('cohorts.column.starts'), formatLocalDate(starts_on, t.language)],
    [t('cohorts.column.ends'), formatLocalDate(ends_on, t.language)],
    [t('cohorts.seats'), seats === null ? t('cohorts.seats.any') : t('cohorts.ofSeats', { count: learners, seats })],
    [t('cohorts.experts'), experts.map(({ name }) => name).join(', ') || t('cohorts.experts.all')],
  ]
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('cohorts.column.course')}</dt>
        <dd>
          <Link href={pathTo('course', { courseId })} dir="auto">
            {title}
          </Link>
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Asks for other dates or seats of a cohort, and shows what they do to its learners. */
function ChangeCohortDialog({ cohort, onClose }: { cohort: WholeCohortWire; onClose: () => void }) {
  const t = useCopy()
  const [startsOn, setStartsOn] = useState(cohort.starts_on)
  const [endsOn, setEndsOn] = useState(cohort.ends_on)
  const [seats, setSeats] = useState(cohort.seats)
  const isSame = startsOn === cohort.starts_on && endsOn === cohort.ends_on && seats === cohort.seats
  const dates = { starts_on: startsOn, ends_on: endsOn, seats }
  const plan = startsOn && endsOn && !isSame ? { cohortId: cohort.id, dates } : undefined
  return (
    <PlanDialog title={t('cohorts.change')} submit={t('cohorts.change.submit')} plan={plan} onClose={onClose}>
      {errorOf => (
        <>
          <DateField
            label={t('cohorts.column.starts')}
            value={startsOn}
            error={errorOf('starts_on')}
            onChange={setStartsOn}
          />
          <DateField label={t('cohorts.column.ends')} value={endsOn} error={errorOf('ends_on')} onChange={setEndsOn} />
          <SeatsField value={seats} onChange={setSeats} />
        </>
      )}
    </PlanDialog>
  )
}
