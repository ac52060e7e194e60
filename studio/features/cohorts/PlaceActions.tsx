import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Menu } from '#kit/ui/layers/Menu.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { PlaceActionName } from '#shared/features/cohorts/contract.ts'
import styles from '#studio/platform/tables/Table.module.css'
import { DateField } from './DateField.tsx'
import { type Asked, cohortsQuery } from './data.ts'
import { PlanDialog } from './PlanDialog.tsx'

const actions = [
  'move',
  'extend',
  'freeze',
  'unfreeze',
  'full_access',
  'stop',
  'resume',
  'take_out',
] as const satisfies readonly PlaceActionName[]

type Chosen = { cohortId: number; placeIds: number[]; onDone?: () => void }

/** What staff may do with the places of learners of one cohort; `label` says whose they are. */
export function PlaceActions({ label, ...chosen }: Chosen & { label: string }) {
  const t = useCopy()
  const items = actions.map(action => ({
    label: t(`cohorts.act.${action}`),
    danger: action === 'take_out',
    separated: action === 'stop',
    onSelect: () => void openDialog(close => <ActionDialog action={action} chosen={chosen} onClose={() => close()} />),
  }))
  return (
    <Menu label={label} items={items} className={styles.menu}>
      {t('cohorts.act')}
      <Icon name="chevron-down" />
    </Menu>
  )
}

type DialogProps = { action: PlaceActionName; chosen: Chosen; onClose: () => void }

function ActionDialog({ action, chosen, onClose }: DialogProps) {
  const t = useCopy()
  const [given, setGiven] = useState<Omit<Asked, 'action'>>({})
  const isComplete =
    (action !== 'move' || given.cohort_id) &&
    (action !== 'extend' || given.days) &&
    (action !== 'freeze' || (given.start_date && given.end_date))
  const asked = { ...given, action, place_ids: chosen.placeIds }
  return (
    <PlanDialog
      title={t(`cohorts.act.${action}`)}
      submit={t('cohorts.act.submit', { count: chosen.placeIds.length })}
      plan={isComplete ? { cohortId: chosen.cohortId, action: asked } : undefined}
      onClose={onClose}
      onDone={chosen.onDone}
    >
      {errorOf => (
        <>
          <p>{t(`cohorts.act.${action}.text`)}</p>
          {action === 'move' && (
            <TargetField
              cohortId={chosen.cohortId}
              value={given.cohort_id}
              error={errorOf('cohort_id')}
              onChoose={id => setGiven({ cohort_id: id })}
            />
          )}
          {action === 'extend' && (
            <TextField
              label={t('cohorts.act.days')}
              type="number"
              data-autofocus
              min={1}
              max={3660}
              value={given.days ?? ''}
              error={errorOf('days')}
              onChange={event => setGiven({ days: Number(event.target.value) || undefined })}
            />
          )}
          {action === 'freeze' && (
            <>
              <DateField
                label={t('cohorts.act.from')}
                data-autofocus
                value={given.start_date ?? ''}
                error={errorOf('start_date')}
                onChange={date => setGiven({ ...given, start_date: date })}
              />
              <DateField
                label={t('cohorts.act.to')}
                value={given.end_date ?? ''}
                error={errorOf('end_date')}
                onChange={date => setGiven({ ...given, end_date: date })}
              />
            </>
          )}
        </>
      )}
    </PlanDialog>
  )
}

type TargetProps = {
  cohortId: number
  value: number | undefined
  error: string | undefined
  onChoose: (id: number | undefined) => void
}

/** The other cohorts of the same course. */
function TargetField({ cohortId, value, error, onChoose }: TargetProps) {
  const t = useCopy()
  const { data = [] } = useQuery(cohortsQuery())
  const courseId = data.find(({ id }) => id === cohortId)?.course_id
  const others = data.filter(({ id, course_id: course }) => course === courseId && id !== cohortId)
  const date = (day: string) => formatLocalDate(day, t.language, 'numeric')
  return (
    <SelectField
      label={t('cohorts.act.cohort')}
      data-autofocus
      value={value ?? ''}
      error={error}
      onChange={event => onChoose(Number(event.target.value) || undefined)}
    >
      <option value="">{t(others.length ? 'cohorts.act.choose' : 'cohorts.act.noOther')}</option>
      {others.map(({ id, starts_on, ends_on }) => (
        <option key={id} value={id}>
          {date(starts_on)} – {date(ends_on)}
        </option>
      ))}
    </SelectField>
  )
}
