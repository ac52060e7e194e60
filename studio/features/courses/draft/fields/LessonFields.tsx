import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Draft.module.css'
import { MediaSlot } from './MediaSlot.tsx'
import { ChosenOptions } from './OptionFields.tsx'
import { LineField, MarkdownField, useAddedField } from './text-fields.tsx'
import { slots } from '../../uploads/upload-goal.ts'
import { type FieldsProps, usePart } from '../use-part.ts'

/** A lesson: its text, films, picture and links, and in each day that shows it the survey after it. */
export function LessonFields({ courseId, parts, part, form, language }: FieldsProps) {
  const t = useCopy()
  const places = parts.filter(
    ({ kind, content, is_removed }) => kind === 'place' && content.lesson === part.id && !is_removed,
  )
  return (
    <div className={styles.fields}>
      <LineField form={form} name="title" language={language} label={t('courses.field.title')} maxLength={300} />
      <MarkdownField
        form={form}
        name="text"
        language={language}
        label={t('courses.field.text')}
        preview={t('courses.text.preview')}
        maxLength={200_000}
      />
      <FieldGroup label={t('courses.field.videos')} error={undefined}>
        <div className={styles.slots}>
          {slots.map(slot => (
            <MediaSlot
              key={slot}
              label={t(`courses.video.${slot}`)}
              place={{ course: courseId, part: part.id, field: slot }}
              form={form}
            />
          ))}
        </div>
      </FieldGroup>
      <MediaSlot
        label={t('courses.field.image')}
        place={{ course: courseId, part: part.id, field: 'image' }}
        form={form}
      />
      <ChosenOptions parts={parts} form={form} language={language} />
      <Links form={form} language={language} />
      {places.map(place => (
        <Survey key={place.id} courseId={courseId} place={place.id} />
      ))}
    </div>
  )
}

function Links({ form, language }: Pick<FieldsProps, 'form' | 'language'>) {
  const t = useCopy()
  const { setAdded, refOf } = useAddedField<number>()
  const { links = [] } = form.content
  const addOne = () => {
    setAdded(links.length)
    form.change({ links: [...links, { title: {}, url: '' }] })
  }
  const change = (at: number, next: (typeof links)[number] | undefined) =>
    form.change({ links: links.flatMap((link, index) => (index === at ? (next ?? []) : link)) })
  return (
    <FieldGroup label={t('courses.field.links')} error={undefined}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is what stands at its place
        <div key={index} className={styles.link}>
          <TextField
            ref={refOf(index)}
            label={t('courses.field.link.title')}
            dir="auto"
            maxLength={300}
            value={link.title[language] ?? ''}
            onChange={event => change(index, { ...link, title: { ...link.title, [language]: event.target.value } })}
          />
          <TextField
            label={t('courses.field.url')}
            type="url"
            inputMode="url"
            maxLength={2000}
            placeholder="https://"
            value={link.url}
            onChange={event => change(index, { ...link, url: event.target.value })}
          />
          <IconButton
            icon="close"
            label={t('courses.field.link.remove', { number: index + 1 })}
            onClick={() => change(index, undefined)}
          />
        </div>
      ))}
      <div>
        <Button look="secondary" onClick={addOne}>
          {t('courses.field.link.add')}
        </Button>
      </div>
    </FieldGroup>
  )
}

function Survey({ courseId, place }: { courseId: number; place: string }) {
  const t = useCopy()
  const { form } = usePart(courseId, place)
  return (
    form && (
      <TextField
        label={t('courses.field.surveyFormUrl')}
        hint={t('courses.field.surveyFormUrl.hint')}
        type="url"
        inputMode="url"
        maxLength={2000}
        placeholder="https://"
        value={form.content.surveyFormUrl ?? ''}
        onChange={event => form.change({ surveyFormUrl: event.target.value || null })}
      />
    )
  )
}
