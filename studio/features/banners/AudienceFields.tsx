import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import styles from '#studio/platform/Screen.module.css'
import { clubsQuery } from '#studio/features/clubs/data.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import type { BannerDraft, BannerPart } from './banner-draft.ts'
import { choicesQuery } from './data.ts'

/** To whom a banner is shown; where nothing is chosen, to everybody. */
export function AudienceFields(part: BannerPart) {
  const t = useCopy()
  const { data: courses = [] } = useQuery(coursesQuery())
  const { data: clubs = [] } = useQuery(clubsQuery())
  const { data: { segments = [], applications = [] } = {} } = useQuery(choicesQuery())
  const schools = applications.map(({ id, name }) => ({ id, title: name }))
  return (
    <details>
      <summary>{t('banners.audience')}</summary>
      <div className={styles.form}>
        <p className={styles.muted}>{t('banners.audience.text')}</p>
        <Choice {...part} field="course_ids" offered={courses} />
        <Choice {...part} field="not_display_course_ids" offered={courses} />
        <DaysChoice {...part} />
        <Choice {...part} field="community_ids" offered={clubs} />
        <Choice {...part} field="not_display_community_ids" offered={clubs} />
        <Choice {...part} field="segment_ids" offered={segments.map(({ id, name }) => ({ id, title: name }))} />
        {schools.length > 1 && (
          <>
            <Choice {...part} field="application_ids" offered={schools} />
            <Choice {...part} field="not_display_application_ids" offered={schools} />
          </>
        )}
      </div>
    </details>
  )
}

type ListField = {
  [Name in keyof BannerDraft]: BannerDraft[Name] extends number[] | string[] ? Name : never
}[Exclude<keyof BannerDraft, 'platforms' | 'positionsIds'>]
type ChoiceProps = BannerPart & { field: ListField; offered: readonly { id: number | string; title: string }[] }

/** Any of several things; a list without anything to choose is not shown. */
function Choice({ draft, change, errorOf, field, offered }: ChoiceProps) {
  const t = useCopy()
  if (offered.length === 0) return null
  const chosen: readonly (number | string)[] = draft[field]
  return (
    <FieldGroup label={t(`banners.${field}`)} error={errorOf(field)}>
      {offered.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={<span dir="auto">{title}</span>}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            change({ [field]: target.checked ? [...chosen, id] : chosen.filter(one => one !== id) }, field)
          }
        />
      ))}
    </FieldGroup>
  )
}

/** Days of courses, those of one course after another. */
function DaysChoice(part: BannerPart) {
  const t = useCopy()
  const [courseId, setCourseId] = useState<number>()
  const { data: courses = [] } = useQuery(coursesQuery())
  const { data } = useQuery({ ...choicesQuery(courseId), enabled: courseId !== undefined })
  return (
    <>
      <SelectField
        label={t('banners.days')}
        hint={t('banners.days.chosen', { count: part.draft.stage_day_ids.length })}
        value={courseId ?? ''}
        error={courseId === undefined ? part.errorOf('stage_day_ids') : undefined}
        onChange={event => setCourseId(Number(event.target.value) || undefined)}
      >
        <option value="">{t('banners.days.course')}</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {courseId !== undefined && data && <Choice {...part} field="stage_day_ids" offered={data.days} />}
    </>
  )
}
