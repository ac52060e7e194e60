import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { periodUnits } from '#shared/features/billing/subscriptions/periods.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { cohortsQuery } from '../data.ts'
import { TextsFields, textFields } from '../TextsFields.tsx'
import type { Part } from './service-draft.ts'

type Typed = 'accessDays' | 'consultations' | 'points' | 'tax' | 'instalments' | 'period' | 'trialDays'

/** One number of the form; `field` is its name in the call. */
function NumberField({
  draft,
  change,
  errorOf,
  name,
  field,
  label,
  hint,
}: Part & { name: Typed; field: string; label: string; hint?: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      error={errorOf(field)}
      value={draft[name]}
      inputMode={name === 'tax' ? 'decimal' : 'numeric'}
      autoComplete="off"
      onChange={event => change({ [name]: event.target.value }, field)}
    />
  )
}

/** Title and description in each language. */
export function ServiceTexts({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={screen.column}>
        <h2 id={id}>{t('shop.texts')}</h2>
        <TextsFields
          texts={draft.texts}
          errorOf={errorOf}
          onChange={(language, text) => change({ texts: { ...draft.texts, [language]: text } }, ...textFields)}
        />
      </div>
    </Card>
  )
}

/** What a buyer gets. */
export function GivesFields(part: Part) {
  const { draft, change, errorOf } = part
  const t = useCopy()
  const id = useId()
  const { data: courses, error, isFetching, refetch } = useQuery(coursesQuery())
  const taught = courses?.filter(course => (course.version > 0 && !course.is_archived) || course.id === draft.courseId)
  return (
    <Card as="section" aria-labelledby={id} aria-busy={!courses && !error}>
      <div className={screen.column}>
        <h2 id={id}>{t('shop.gives')}</h2>
        {!courses && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
        <SelectField
          label={t('shop.gives.course')}
          value={draft.courseId ?? ''}
          error={errorOf('course_id')}
          onChange={event => change({ courseId: Number(event.target.value) || null, streamId: null }, 'course_id')}
        >
          <option value="">{t('shop.gives.course.none')}</option>
          {taught?.map(course => (
            <option key={course.id} value={course.id}>
              {course.title}
            </option>
          ))}
        </SelectField>
        {draft.courseId !== null && <OpensFields {...part} />}
        <div className={styles.pair}>
          <NumberField {...part} name="consultations" field="consultations" label={t('shop.gives.consultations')} />
          <NumberField {...part} name="points" field="points" label={t('shop.gives.points')} />
        </div>
      </div>
    </Card>
  )
}

const ways = ['next', 'cohort', 'days', 'more'] as const

/** What opens of the course. */
function OpensFields(part: Part) {
  const { draft, change, errorOf } = part
  const t = useCopy()
  const { data = [] } = useQuery({ ...cohortsQuery(), enabled: draft.opens === 'cohort' })
  const cohorts = data.filter(cohort => cohort.course_id === draft.courseId)
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('shop.opens')}
        value={draft.opens}
        error={errorOf('is_extension')}
        onChange={event =>
          change({ opens: ways.find(way => way === event.target.value) ?? 'next' }, 'stream_id', 'is_extension')
        }
      >
        {ways.map(way => (
          <option key={way} value={way}>
            {t(`shop.opens.${way}`)}
          </option>
        ))}
      </SelectField>
      {draft.opens === 'days' && (
        <NumberField {...part} name="accessDays" field="access_days" label={t('shop.opens.days.count')} />
      )}
      {draft.opens === 'more' && (
        <NumberField
          {...part}
          name="accessDays"
          field="access_days"
          label={t('shop.opens.more.count')}
          hint={t('shop.opens.more.hint')}
        />
      )}
      {draft.opens === 'cohort' && (
        <SelectField
          label={t('shop.opens.cohort.which')}
          value={draft.streamId ?? ''}
          error={errorOf('stream_id')}
          onChange={event => change({ streamId: Number(event.target.value) || null }, 'stream_id')}
        >
          <option value="">{t('shop.opens.cohort.choose')}</option>
          {cohorts.map(({ id, starts_on: from, ends_on: until }) => (
            <option key={id} value={id}>
              {`${formatLocalDate(from, t.language, 'numeric')} – ${formatLocalDate(until, t.language, 'numeric')}`}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

/** How it is paid: by instalments, or again after each period; and the tax in its price. */
export function PaidFields(part: Part) {
  const { draft, change } = part
  const t = useCopy()
  const id = useId()
  const isSubscription = draft.type === 'course_subscription'
  const isRepeated = isSubscription || Number(draft.instalments) > 1
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={screen.column}>
        <h2 id={id}>{t('shop.paid')}</h2>
        {isSubscription && <p className={screen.muted}>{t('shop.paid.keeps')}</p>}
        {!isSubscription && (
          <NumberField
            {...part}
            name="instalments"
            field="instalments"
            label={t('shop.paid.instalments')}
            hint={t('shop.paid.instalments.hint')}
          />
        )}
        {isRepeated && (
          <div className={styles.pair}>
            <NumberField {...part} name="period" field="period" label={t('shop.paid.period')} />
            <SelectField
              label={t('shop.paid.unit')}
              value={draft.interval}
              onChange={event =>
                change({ interval: periodUnits.find(unit => unit === event.target.value) ?? 'month' }, 'period')
              }
            >
              {periodUnits.map(unit => (
                <option key={unit} value={unit}>
                  {t(`shop.paid.unit.${unit}`)}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        {isSubscription && (
          <NumberField
            {...part}
            name="trialDays"
            field="trial_days"
            label={t('shop.paid.trial')}
            hint={t('shop.paid.trial.hint')}
          />
        )}
        <NumberField {...part} name="tax" field="tax_rate" label={t('shop.paid.tax')} hint={t('shop.paid.tax.hint')} />
        <TextArea
          label={t('shop.store')}
          hint={t('shop.store.hint')}
          error={part.errorOf('appstore_products')}
          value={draft.store}
          onChange={event => change({ store: event.target.value }, 'appstore_products')}
        />
      </div>
    </Card>
  )
}
