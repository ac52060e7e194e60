import { useCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { mostQuestions, type Question } from '#shared/features/clubs/faq.ts'
import styles from '#studio/platform/Screen.module.css'
import { MarkdownArea } from '#studio/features/courses/draft/fields/MarkdownArea.tsx'
import { Sides } from '#studio/features/courses/draft/Sides.tsx'
import { type EditedFaq, questionsSaid } from './faq-draft.ts'
import own from './FaqEditor.module.css'
import { type FaqWriting, useFaq } from './use-faq.ts'

/** All questions of a club, in one language at a time. */
export function FaqEditor({ clubId, stored }: { clubId: number; stored: EditedFaq }) {
  const t = useCopy()
  const writing = useFaq(clubId, stored)
  const list = useHeldFocus<HTMLOListElement>()
  const { form, isBusy, failure, theirs, questions, language, isSaved } = writing
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={writing.handleSubmit}>
      {theirs && (
        <Sides
          mine={questionsSaid(questions)}
          theirs={questionsSaid(theirs.questions)}
          onSettle={by => writing.settle(by)}
        />
      )}
      <Tabs
        label={t('clubs.faq.language')}
        tabs={supportedLanguages.map(id => ({ id, label: t(`clubs.language.${id}`) }))}
        selected={language}
        onSelect={writing.setLanguage}
        isWrapping
      >
        {questions.length === 0 && <p className={styles.muted}>{t('clubs.faq.none')}</p>}
        <ol ref={list} tabIndex={-1} className={own.questions}>
          {questions.map((one, index) => (
            <li key={`${index} ${language}`} className={own.question}>
              <QuestionFields index={index} question={one} writing={writing} />
            </li>
          ))}
        </ol>
      </Tabs>
      {questions.length < mostQuestions ? (
        <div>
          <Button look="secondary" onClick={writing.add}>
            {t('clubs.faq.add')}
          </Button>
        </div>
      ) : (
        <p className={styles.muted}>{t('clubs.faq.most', { count: mostQuestions })}</p>
      )}
      <FailureNotice failure={failure} />
      <p role="status" className={styles.muted}>
        {t(isSaved ? 'clubs.faq.allSaved' : 'clubs.faq.notSaved')}
      </p>
      <Button type="submit" busy={isBusy}>
        {t('clubs.faq.save')}
      </Button>
    </form>
  )
}

type Props = { index: number; question: Question; writing: FaqWriting }

function QuestionFields({ index, question: { texts }, writing }: Props) {
  const t = useCopy()
  const { language, questions, write, move, remove, errorOf } = writing
  const number = index + 1
  const of = (name: 'question' | 'answer') => ({
    label: t(`clubs.faq.${name}`, { number }),
    lang: language,
    dir: 'auto' as const,
    value: texts[language]?.[name] ?? '',
    error: errorOf(`questions.${index}.texts.${language}.${name}`),
    onChange: (event: { target: { value: string } }) => write(index, name, event.target.value),
  })
  return (
    <>
      <h2 dir="auto">{texts[language]?.question.trim() || t('clubs.faq.question', { number })}</h2>
      <TextField {...of('question')} maxLength={300} />
      <MarkdownArea {...of('answer')} maxLength={5000} rows={4} preview={t('clubs.faq.preview', { number })} />
      <span className={styles.line}>
        <IconButton
          icon="prev"
          className={own.up}
          label={t('clubs.faq.up', { number })}
          disabled={index === 0}
          onClick={() => move(index, -1)}
        />
        <IconButton
          icon="next"
          className={own.up}
          label={t('clubs.faq.down', { number })}
          disabled={number === questions.length}
          onClick={() => move(index, 1)}
        />
        <IconButton icon="close" label={t('clubs.faq.remove', { number })} onClick={() => remove(index)} />
      </span>
    </>
  )
}
