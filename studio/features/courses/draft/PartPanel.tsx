import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { CourseFields } from './fields/CourseFields.tsx'
import { DayFields, DocumentFields, SetFields, StageFields } from './fields/DayFields.tsx'
import styles from './Draft.module.css'
import { type Parts, rootOf } from './draft-edits.ts'
import { HomeworkFields } from './fields/HomeworkFields.tsx'
import { LessonFields } from './fields/LessonFields.tsx'
import { isMissingIn } from './missing-texts.ts'
import { nameBesideKind } from './part-names.ts'
import { Sides } from './Sides.tsx'
import { type FieldsProps, usePart } from './use-part.ts'
import { useWantedTitle } from './wanted-title.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

type Props = { courseId: number; parts: Parts; part: DraftHeadWire }

/** One part of the draft, written in place: every change is saved a moment after it. */
export function PartPanel({ courseId, parts, part }: Props) {
  const t = useCopy()
  const { form, state, query, isWaiting, settle } = usePart(courseId, part.id)
  const panel = useWantedTitle(courseId, part, form !== undefined)
  if (!form && query.error) return <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <div ref={panel} className={styles.fields}>
      <div className={styles.partHead}>
        <h2>
          <span className={styles.muted}>{t(`courses.part.${part.kind}`)}</span> <bdi>{nameBesideKind(part, t)}</bdi>
        </h2>
        <p role="status" className={styles.state} data-phase={state.phase}>
          {t(`courses.saving.${state.phase}`)}
        </p>
      </div>
      {state.phase === 'refused' && (
        <Notice tone="danger" live title={t('courses.saving.refused')}>
          {Object.values(state.errors).flat().join(' ')}
        </Notice>
      )}
      {state.theirs && (
        <Sides
          mine={saidBy(state.pending, state.theirs)}
          theirs={saidBy(state.theirs, state.theirs)}
          onSettle={settle}
        />
      )}
      {form ? (
        <InLanguages courseId={courseId} parts={parts} part={part} form={form} />
      ) : isWaiting ? (
        <p className={styles.muted}>{t('courses.order.later')}</p>
      ) : (
        <div aria-busy>
          <Skeleton height="12rem" />
        </div>
      )}
    </div>
  )
}

/** The fields of a part, with a tab for each language of the course where it has several. */
function InLanguages({ parts, part, form, ...rest }: Omit<FieldsProps, 'language'>) {
  const t = useCopy()
  const { languages = [t.language] } = part.kind === 'course' ? form.content : (rootOf(parts)?.content ?? {})
  const [chosen, setChosen] = useState(() => (languages.includes(t.language) ? t.language : (languages[0] ?? 'en')))
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? 'en')
  const fields = <Fields {...rest} parts={parts} part={part} form={form} language={language} />
  if (languages.length < 2 || part.kind === 'set') return fields
  const nameOf = (code: string) => new Intl.DisplayNames(tagOf(t.language), { type: 'language' }).of(code) ?? code
  const tabs = languages.map(code => ({
    id: code,
    label: isMissingIn(form.content, code) ? `${nameOf(code)} · ${t('courses.part.untranslated')}` : nameOf(code),
  }))
  return (
    <Tabs label={t('courses.part.languages')} tabs={tabs} selected={language} onSelect={setChosen} isWrapping>
      {fields}
    </Tabs>
  )
}

function Fields(props: FieldsProps) {
  switch (props.part.kind) {
    case 'course':
      return <CourseFields {...props} />
    case 'stage':
      return <StageFields {...props} />
    case 'day':
      return <DayFields {...props} />
    case 'set':
      return <SetFields {...props} />
    case 'homework':
      return <HomeworkFields {...props} />
    case 'document':
      return <DocumentFields {...props} />
    case 'lesson':
    case 'place':
      return <LessonFields {...props} />
  }
}

/** What an author has written in the fields that are in conflict. */
const saidBy = (content: DraftFields, conflict: DraftFields) =>
  Object.keys(conflict).map(name => saidIn(content[name as keyof DraftFields]))

/** A field's value as it can be compared: texts as they are, anything else as data. */
function saidIn(value: DraftFields[keyof DraftFields]): string {
  if (value === undefined || value === null) return '–'
  if (typeof value !== 'object') return String(value)
  const texts = Object.entries(value)
  return texts.every(([, text]) => typeof text === 'string')
    ? texts.map(([code, text]) => `${code}: ${String(text)}`).join('\n')
    : JSON.stringify(value)
}
