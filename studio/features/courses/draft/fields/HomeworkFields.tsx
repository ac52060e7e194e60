import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import type { AnswerKind } from '#shared/features/courses/course-format.ts'
import styles from '../Draft.module.css'
import type { FieldsProps } from '../use-part.ts'
import { LineField, MarkdownField, NumberField } from './text-fields.tsx'

const answerKinds = ['any', 'message', 'file', 'exercise'] as const satisfies readonly AnswerKind[]
const flags = ['required', 'selfieRequired', 'isDemoAccessible'] as const

/** A homework: its task, what an answer must contain, and what it gives. */
export function HomeworkFields({ form, language }: FieldsProps) {
  const t = useCopy()
  const { content, change } = form
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
      <MarkdownField form={form} name="text" language={language} label={t('courses.field.task')} maxLength={20_000} />
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
      {flags.map(flag => (
        <Checkbox
          key={flag}
          label={t(`courses.field.${flag}`)}
          checked={content[flag] ?? false}
          onChange={event => change({ [flag]: event.target.checked })}
        />
      ))}
    </div>
  )
}
