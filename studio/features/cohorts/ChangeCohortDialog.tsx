import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { WholeCohortWire } from '#shared/features/cohorts/contract.ts'
import { DateField, SeatsField } from './DateField.tsx'
import { PlanDialog } from './PlanDialog.tsx'

/** Asks for other dates or seats of a cohort, and shows what they do to its learners. */
export function ChangeCohortDialog({ cohort, onClose }: { cohort: WholeCohortWire; onClose: () => void }) {
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
