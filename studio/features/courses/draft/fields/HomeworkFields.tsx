import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import type { AnswerKind } from '#shared/features/courses/course-format.ts'
import styles from '../Draft.module.css'
import type { FieldsProps } from '../use-part.ts'
import { type Parts, exercisesOf } from '../draft-edits.ts'
import { partName } from '../part-names.ts'
import { CriteriaFields } from './CriteriaFields.tsx'
import { LineField, MarkdownField, NumberField } from './text-fields.tsx'

const answerKinds = ['any', 'message', 'file', 'exercise'] as const satisfies readonly AnswerKind[]
const flags = ['required', 'selfieRequired', 'isDemoAccessible'] as const

/** A homework: its task, what an answer must contain, what it gives, and what the expert needs to judge it. */
export function HomeworkFields({ parts, part, form, language }: FieldsProps) {
  const t = useCopy()
  const { content, change } = form
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
      <MarkdownField
        form={form}
        name="text"
        language={language}
        label={t('courses.field.task')}
        preview={t('courses.text.preview')}
        maxLength={20_000}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('courses.field.answerWith')}
          value={content.answerWith ?? 'any'}
          onChange={event => change({ answerWith: answerKinds.find(kind => kind === event.target.value) ?? 'any' })}
        >
          {answerKinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`courses.answer.${kind}`)}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={t('courses.field.points')}
          max={1_000_000}
          value={content.points ?? 0}
          onNumber={value => change({ points: value ?? 0 })}
        />
      </div>
      {content.answerWith === 'exercise' && <Exercises exercises={exercisesOf(parts, part)} />}
      {flags.map(flag => (
        <Checkbox
          key={flag}
          label={t(`courses.field.${flag}`)}
          checked={content[flag] ?? false}
          onChange={event => change({ [flag]: event.target.checked })}
        />
      ))}
      <CriteriaFields form={form} language={language} />
      <MarkdownField
        form={form}
        name="solution"
        language={language}
        label={t('courses.field.solution')}
        preview={t('courses.text.preview.staff')}
        maxLength={20_000}
      />
    </div>
  )
}

/** The lessons of which learners show one. */
function Exercises({ exercises }: { exercises: Parts }) {
  const t = useCopy()
  const error = exercises.length === 0 ? t('courses.problem.has_no_exercise') : undefined
  return (
    <FieldGroup label={t('courses.field.exercises')} error={error}>
      <ul className={styles.list}>
        {exercises.map(lesson => (
          <li key={lesson.id}>
            <bdi>{partName(lesson, t)}</bdi>
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
