import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import styles from '../Draft.module.css'
import { isUntranslated } from '../missing-texts.ts'
import type { FieldsProps } from '../use-part.ts'
import { LinesField, useAddedField } from './text-fields.tsx'

type Props = Pick<FieldsProps, 'form' | 'language'>
type Question = NonNullable<DraftFields['questions']>[number]

const most = 30

/** What only strangers read of a course, on its public page: for whom it is, questions, and the name in its address. */
export function PublicPageFields({ form, language }: Props) {
  const t = useCopy()
  const { content, change } = form
  return (
    <FieldGroup label={t('courses.field.public')} note={t('courses.field.public.note')} error={undefined}>
      <TextField
        label={t('courses.field.alias')}
        hint={t('courses.field.alias.hint')}
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors['content.alias']?.join(' ')}
        value={content.alias ?? ''}
        onChange={event => change({ alias: event.target.value.toLowerCase() })}
      />
      <LinesField
        form={form}
        language={language}
        name="forWhom"
        label={t('courses.field.forWhom')}
        hint={t('courses.field.forWhom.hint')}
        maxLength={2000}
      />
      <Questions form={form} language={language} />
    </FieldGroup>
  )
}

function Questions({ form, language }: Props) {
  const t = useCopy()
  const list = useHeldFocus<HTMLOListElement>()
  const { setAdded, refOf } = useAddedField<number>()
  const { questions = [] } = form.content
  const save = (next: Question[]) => form.change({ questions: next })
  const addOne = () => {
    setAdded(questions.length)
    save([...questions, { question: {}, answer: {} }])
  }
  return (
    <>
      <ol ref={list} tabIndex={-1} className={styles.list}>
        {questions.map((_, index) => (
          <li key={index} className={styles.fields}>
            <QuestionField {...{ form, language, index, name: 'question', save }} refOf={refOf(index)} />
            <QuestionField {...{ form, language, index, name: 'answer', save }} />
            <div>
              <Button look="ghost" onClick={() => save(questions.toSpliced(index, 1))}>
                {t('courses.field.question.remove', { number: index + 1 })}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {questions.length < most && (
        <div>
          <Button look="secondary" onClick={addOne}>
            {t('courses.field.question.add')}
          </Button>
        </div>
      )}
    </>
  )
}

type FieldProps = Props & {
  index: number
  name: 'question' | 'answer'
  save: (next: Question[]) => void
  refOf?: ((field: HTMLElement | null) => void) | undefined
}

/** The words of a question, or of its answer, in one language. */
function QuestionField({ form, language, index, name, save, refOf }: FieldProps) {
  const t = useCopy()
  const { questions = [] } = form.content
  const texts = questions[index]?.[name] ?? {}
  const write = (words: string) =>
    save(questions.map((one, at) => (at === index ? { ...one, [name]: { ...one[name], [language]: words } } : one)))
  return (
    <TextArea
      ref={refOf}
      label={t(`courses.field.question.${name}`, { number: index + 1 })}
      hint={isUntranslated(texts, language) ? t('courses.text.untranslated') : undefined}
      lang={language}
      dir="auto"
      rows={name === 'question' ? 1 : 3}
      maxLength={name === 'question' ? 300 : 2000}
      error={form.errors[`content.questions.${index}.${name}.${language}`]?.join(' ')}
      value={texts[language] ?? ''}
      onChange={event => write(event.target.value)}
    />
  )
}
