import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import styles from '../Draft.module.css'
import { isUntranslated } from '../missing-texts.ts'
import type { FieldsProps } from '../use-part.ts'
import { useAddedField } from './text-fields.tsx'

type Criterion = NonNullable<DraftFields['criteria']>[number]

const most = 30
const newKey = () => `criterion-${crypto.randomUUID().slice(0, 8)}`

/** What the expert ticks with the verdict, in order; a criterion keeps its key wherever it goes. */
export function CriteriaFields({ form, language }: Pick<FieldsProps, 'form' | 'language'>) {
  const t = useCopy()
  const list = useHeldFocus<HTMLOListElement>()
  const { setAdded, refOf } = useAddedField<string>()
  const { criteria = [] } = form.content
  const save = (next: Criterion[]) => form.change({ criteria: next })
  const write = (index: number, words: string) =>
    save(criteria.map((one, at) => (at === index ? { ...one, text: { ...one.text, [language]: words } } : one)))
  const addOne = () => {
    const key = newKey()
    setAdded(key)
    save([...criteria, { key, text: {} }])
  }
  const move = (index: number, by: -1 | 1) => {
    const [moved] = criteria.slice(index, index + 1)
    if (moved) save(criteria.toSpliced(index, 1).toSpliced(index + by, 0, moved))
  }
  return (
    <FieldGroup label={t('courses.field.criteria')} note={t('courses.field.criteria.note')} error={undefined}>
      <ol ref={list} tabIndex={-1} className={styles.list}>
        {criteria.map(({ key, text }, index) => {
          const number = index + 1
          return (
            <li key={key} className={styles.link}>
              <TextArea
                ref={refOf(key)}
                label={t('courses.field.criterion', { number })}
                hint={isUntranslated(text, language) ? t('courses.text.untranslated') : undefined}
                lang={language}
                dir="auto"
                rows={1}
                maxLength={300}
                error={form.errors[`content.criteria.${index}.text.${language}`]?.join(' ')}
                value={text[language] ?? ''}
                onChange={event => write(index, event.target.value)}
              />
              <div className={styles.actions}>
                <IconButton
                  icon="prev"
                  className={styles.up}
                  label={t('courses.field.criterion.up', { number })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="next"
                  className={styles.up}
                  label={t('courses.field.criterion.down', { number })}
                  disabled={number === criteria.length}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  icon="close"
                  label={t('courses.field.criterion.remove', { number })}
                  onClick={() => save(criteria.toSpliced(index, 1))}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {criteria.length < most && (
        <div>
          <Button look="secondary" onClick={addOne}>
            {t('courses.field.criterion.add')}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}
