import { supportedLanguages } from '#kit/copy/language.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Draft.module.css'
import { MediaSlot } from './MediaSlot.tsx'
import { CourseOptions } from './OptionFields.tsx'
import { PublicPageFields } from './PublicPageFields.tsx'
import type { FieldsProps } from '../use-part.ts'
import { LineField, LinesField, NumberField } from './text-fields.tsx'
import { tagOf } from '#shared/platform/language-tag.ts'

const demoFlags = [
  'isDemoDocumentsAccessible',
  'isDemoExpertMessageEnabled',
  'isDemoUserMessageEnabled',
  'isDemoOfflineModeAccessible',
] as const
const pictures = ['image', 'background'] as const

/** What the course says of itself: its name and words, languages, pictures, and what its demo allows. */
export function CourseFields({ courseId, part, form, language }: FieldsProps) {
  const t = useCopy()
  const { content, change } = form
  const text = { form, language }
  return (
    <div className={styles.fields}>
      <LineField {...text} name="title" label={t('courses.field.title')} maxLength={300} />
      <LineField {...text} name="shortTitle" label={t('courses.field.shortTitle')} maxLength={100} />
      <LinesField {...text} name="shortDescription" label={t('courses.field.shortDescription')} maxLength={2000} />
      <div className={styles.pair}>
        <LineField {...text} name="category" label={t('courses.field.category')} maxLength={100} />
        <LineField {...text} name="complexity" label={t('courses.field.complexity')} maxLength={100} />
      </div>
      <Languages form={form} />
      {pictures.map(name => (
        <MediaSlot
          key={name}
          label={t(`courses.field.${name}`)}
          place={{ course: courseId, part: part.id, field: name }}
          form={form}
        />
      ))}
      <MediaSlot
        label={t('courses.field.demoVideo')}
        place={{ course: courseId, part: part.id, field: 'demoVideo' }}
        form={form}
      />
      <PublicPageFields form={form} language={language} />
      <CourseOptions {...text} />
      <NumberField
        label={t('courses.field.consultationLimit')}
        hint={t('courses.field.consultationLimit.hint')}
        max={10_000}
        value={content.consultationLimit}
        onNumber={value => change({ consultationLimit: value ?? null })}
      />
      <FieldGroup label={t('courses.field.demo')} error={undefined}>
        {demoFlags.map(flag => (
          <Checkbox
            key={flag}
            label={t(`courses.field.${flag}`)}
            checked={content[flag] ?? true}
            onChange={event => change({ [flag]: event.target.checked })}
          />
        ))}
      </FieldGroup>
      <TextField
        label={t('courses.field.licence')}
        maxLength={200}
        value={content.licence ?? ''}
        onChange={event => change({ licence: event.target.value })}
      />
      <TextArea
        label={t('courses.field.attribution')}
        maxLength={2000}
        value={content.attribution ?? ''}
        onChange={event => change({ attribution: event.target.value })}
      />
    </div>
  )
}

function Languages({ form: { content, change } }: Pick<FieldsProps, 'form'>) {
  const t = useCopy()
  const { languages = [] } = content
  const all = [...new Set([...supportedLanguages, ...languages])]
  const nameOf = (code: string) => new Intl.DisplayNames(tagOf(t.language), { type: 'language' }).of(code) ?? code
  return (
    <FieldGroup label={t('courses.field.languages')} note={t('courses.field.languages.note')} error={undefined}>
      {all.map(code => (
        <Checkbox
          key={code}
          label={nameOf(code)}
          checked={languages.includes(code)}
          // A course is in one language at least.
          disabled={languages.length === 1 && languages.includes(code)}
          onChange={event =>
            change({ languages: event.target.checked ? [...languages, code] : languages.filter(one => one !== code) })
          }
        />
      ))}
      <Checkbox
        label={t('courses.field.isPartlyTranslated')}
        checked={content.isPartlyTranslated ?? false}
        onChange={event => change({ isPartlyTranslated: event.target.checked })}
      />
    </FieldGroup>
  )
}
