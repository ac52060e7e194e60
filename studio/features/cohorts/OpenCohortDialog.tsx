import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from './Cohorts.module.css'
import { refreshCohorts } from './data.ts'
import { DateField, SeatsField } from './DateField.tsx'

/** Asks for what a new cohort needs, of a course or of the one that is chosen, opens it and shows it. */
export function OpenCohortDialog({ courseId: wanted, onClose }: { courseId?: number; onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { data = [] } = useQuery(coursesQuery())
  const courses = data.filter(({ version, is_archived: isArchived }) => version > 0 && !isArchived)
  const [chosen, setChosen] = useState(wanted)
  const courseId = chosen ?? (courses.length === 1 ? courses[0]?.id : undefined) ?? 0
  const [startsOn, setStartsOn] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [seats, setSeats] = useState<number | null>(null)
  const { form, errorOf, isBusy, failure, handleSubmit } = useSubmit({
    send: async () => {
      const body = { course_id: courseId, starts_on: startsOn, seats, ...(endsOn && { ends_on: endsOn }) }
      const { data: made } = await request('POST /studio/cohorts', { body })
      await refreshCohorts()
      onClose()
      toast(t('cohorts.open.done'), { tone: 'success' })
      navigate(pathTo('cohort', { cohortId: made.id }))
    },
    failed: t('cohorts.open.failed'),
  })
  return (
    <Dialog title={t('cohorts.open')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={failure} />
        <SelectField
          label={t('cohorts.column.course')}
          value={courseId}
          error={errorOf('course_id')}
          data-autofocus={wanted === undefined ? true : undefined}
          onChange={event => setChosen(Number(event.target.value))}
        >
          <option value={0}>{t('cohorts.open.choose')}</option>
          {courses.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <DateField
          label={t('cohorts.column.starts')}
          value={startsOn}
          error={errorOf('starts_on')}
          data-autofocus={wanted === undefined ? undefined : true}
          onChange={setStartsOn}
        />
        <DateField
          label={t('cohorts.column.ends')}
          hint={t('cohorts.open.end')}
          value={endsOn}
          error={errorOf('ends_on')}
          onChange={setEndsOn}
        />
        <SeatsField value={seats} onChange={setSeats} />
        <Button type="submit" busy={isBusy} disabled={!courseId || !startsOn}>
          {t('cohorts.open')}
        </Button>
      </form>
    </Dialog>
  )
}
