import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Draft.module.css'
import type { FieldsProps } from '../use-part.ts'
import { MediaSlot } from './MediaSlot.tsx'
import { ChosenOptions } from './OptionFields.tsx'
import { LineField, LinesField, NumberField } from './text-fields.tsx'

/** A stage has a title. */
export function StageFields({ form, language }: FieldsProps) {
  const t = useCopy()
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
    </div>
  )
}

const flags = ['dayOfRest', 'requiredToComplete', 'selfieRequired', 'isDemoAccessible'] as const

/** What a day says, asks for and gives, and when it opens. */
export function DayFields({ parts, form, language }: FieldsProps) {
  const t = useCopy()
  const { content, change } = form
  const minutes = content.finishTotalTime === undefined ? undefined : Math.round(content.finishTotalTime / 60)
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
      <LinesField form={form} name="excerpt" language={language} label={t('courses.field.excerpt')} maxLength={2000} />
      <div className={styles.pair}>
        <NumberField
          label={t('courses.field.opensAfterDays')}
          hint={t('courses.field.opensAfterDays.hint')}
          max={3650}
          value={content.opensAfterDays}
          onNumber={value => change({ opensAfterDays: value ?? null })}
        />
        <NumberField
          label={t('courses.field.skippedDays')}
          hint={t('courses.field.skippedDays.hint')}
          max={3650}
          value={content.skippedDays ?? 0}
          onNumber={value => change({ skippedDays: value ?? 0 })}
        />
        <NumberField
          label={t('courses.field.points')}
          max={1_000_000}
          value={content.points ?? 0}
          onNumber={value => change({ points: value ?? 0 })}
        />
        <NumberField
          label={t('courses.field.finishTotalTime')}
          hint={t('courses.field.finishTotalTime.hint')}
          max={10_080}
          value={minutes ?? 0}
          onNumber={value => change({ finishTotalTime: (value ?? 0) * 60 })}
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
      <ChosenOptions parts={parts} form={form} language={language} />
    </div>
  )
}

/** How often the lessons of a set are played, and between what numbers a learner may choose. */
export function SetFields({ form }: FieldsProps) {
  const t = useCopy()
  const { repeatCount = 1, userRepeat } = form.content
  return (
    <div className={styles.fields}>
      <NumberField
        label={t('courses.field.repeatCount')}
        min={1}
        max={100}
        value={repeatCount}
        onNumber={value => form.change({ repeatCount: value ?? 1 })}
      />
      <Checkbox
        label={t('courses.field.userRepeat')}
        checked={Boolean(userRepeat)}
        onChange={event => form.change({ userRepeat: event.target.checked ? { from: 1, to: repeatCount } : null })}
      />
      {userRepeat && (
        <div className={styles.pair}>
          {(['from', 'to'] as const).map(end => (
            <NumberField
              key={end}
              label={t(`courses.field.userRepeat.${end}`)}
              min={1}
              max={100}
              value={userRepeat[end]}
              onNumber={value => form.change({ userRepeat: { ...userRepeat, [end]: value ?? 1 } })}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** A material of the course: a file of the library, or a link that learners open. */
export function DocumentFields({ courseId, part, form, language }: FieldsProps) {
  const t = useCopy()
  const { media, url } = form.content
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
      {!url && (
        <MediaSlot
          label={t('courses.field.file')}
          place={{ course: courseId, part: part.id, field: 'media' }}
          form={form}
        />
      )}
      {!media && (
        <TextField
          label={t('courses.field.url')}
          type="url"
          inputMode="url"
          maxLength={2000}
          placeholder="https://"
          hint={t('courses.field.file.hint')}
          value={url ?? ''}
          onChange={event => form.change({ url: event.target.value || null })}
        />
      )}
    </div>
  )
}
