import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import styles from '../Draft.module.css'
import { rootOf } from '../draft-edits.ts'
import type { FieldsProps } from '../use-part.ts'
import { useAddedField } from './text-fields.tsx'

type Option = NonNullable<DraftFields['courseOptions']>[number]

/** What learners may filter the course by, such as their equipment, and the values of each, one a line. */
export function CourseOptions({ form, language }: Pick<FieldsProps, 'form' | 'language'>) {
  const t = useCopy()
  const { setAdded, refOf } = useAddedField<string>()
  const { courseOptions = [] } = form.content
  const save = (next: Option[]) => form.change({ courseOptions: next })
  const addOne = () => {
    const id = newId()
    setAdded(id)
    save([...courseOptions, { id, title: {}, values: [] }])
  }
  const change = (id: string, fields: Partial<Option>) =>
    save(courseOptions.map(option => (option.id === id ? { ...option, ...fields } : option)))
  return (
    <FieldGroup label={t('courses.field.options')} note={t('courses.field.options.note')} error={undefined}>
      {courseOptions.map(({ id, title, values }, index) => (
        <div key={id} className={styles.link}>
          <TextField
            ref={refOf(id)}
            label={t('courses.field.option.title')}
            dir="auto"
            maxLength={100}
            value={title[language] ?? ''}
            onChange={event => change(id, { title: { ...title, [language]: event.target.value } })}
          />
          <TextArea
            label={t('courses.field.option.values')}
            dir="auto"
            value={values.join('\n')}
            onChange={event => change(id, { values: linesOf(event.target.value) })}
          />
          <IconButton
            icon="close"
            label={t('courses.field.option.remove', { number: index + 1 })}
            onClick={() => save(courseOptions.filter(option => option.id !== id))}
          />
        </div>
      ))}
      <div>
        <Button look="secondary" onClick={addOne}>
          {t('courses.field.option.add')}
        </Button>
      </div>
    </FieldGroup>
  )
}

const mostValues = 100

/** The lines as they are being typed; publishing leaves out the empty ones. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, mostValues)
    .map(line => line.slice(0, 100))

const newId = () => `option-${crypto.randomUUID().slice(0, 8)}`

/** For which values of the course's options a day or a lesson is; those that the course has no longer can be taken away. */
export function ChosenOptions({ parts, form, language }: Pick<FieldsProps, 'parts' | 'form' | 'language'>) {
  const t = useCopy()
  const { options: chosen = [] } = form.content
  const { courseOptions = [] } = rootOf(parts)?.content ?? {}
  const known = courseOptions.map(({ id, title, values }) => ({
    id,
    label: title[language] || Object.values(title).find(Boolean) || t('courses.field.option.untitled'),
    values: [...new Set(values.filter(value => value.trim() !== ''))],
  }))
  const lost = chosen.filter(value => !known.some(({ values }) => values.includes(value)))
  const groups = [...known, { id: '', label: t('courses.field.option.lost'), values: lost }]
  const toggle = (value: string, isChosen: boolean) =>
    form.change({ options: isChosen ? [...chosen, value] : chosen.filter(one => one !== value) })
  return groups
    .filter(({ values }) => values.length > 0)
    .map(({ id, label, values }) => (
      <FieldGroup key={id} label={label} error={undefined}>
        {values.map(value => (
          <Checkbox
            key={value}
            label={<bdi>{value}</bdi>}
            checked={chosen.includes(value)}
            onChange={event => toggle(value, event.target.checked)}
          />
        ))}
      </FieldGroup>
    ))
}
