import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { situationOf } from '#shared/features/support/auto-questions.ts'
import type { SupportCategoryWire } from '#shared/features/support/contract.ts'
import { questionLimit, trimmedQuestion } from '#shared/features/support/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { ask, askAutomatically } from './data.ts'
import { questionErrors } from './question-errors.ts'
import styles from './Support.module.css'

type Props = { topic: SupportCategoryWire; stream?: { id: number; title: string } }

/** The form of a signed-in learner; a question sent offline waits on the device. */
export function QuestionForm({ topic, stream }: Props) {
  const t = useCopy()
  const form = useQuestion(topic.id, stream?.id)
  const situation = situationOf(topic.id, site().config.supportCategories)
  return (
    <div className={page.column}>
      <header className={styles.head}>
        <h1>{topic.name}</h1>
        {stream && <p className={styles.muted}>{t('support.about', { title: stream.title })}</p>}
      </header>
      <form ref={form.form} className={styles.form} onSubmit={form.handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={form.name}
          error={form.errorOf('name')}
          onChange={event => form.setName(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={5}
          maxLength={questionLimit}
          value={form.message.text}
          error={form.errorOf('message')}
          onChange={event => form.message.change(event.target.value)}
        />
        <FailureNotice failure={form.failure} />
        <Button type="submit" icon="send" busy={form.isBusy} disabled={!form.message.text.trim()}>
          {t('support.send')}
        </Button>
      </form>
      {situation && (
        <div className={styles.auto}>
          <p className={styles.muted}>{t('support.auto')}</p>
          <Button look="secondary" busy={form.isBusy} onClick={form.handleAuto}>
            {t(situation === 'homework' ? 'support.auto.homework' : 'support.auto.renew')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Puts the question into the outbox, then leads to the list of requests. */
function useQuestion(categoryId: number, streamId: number | undefined) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const known = useUser()?.firstName ?? ''
  const [typed, setName] = useState<string>()
  const name = typed ?? known
  const message = useTextDraft(`support.${categoryId}.${streamId ?? 0}`)
  const question = trimmedQuestion({ name, message: message.text })
  const about = { categoryId, streamId, name: question.name }

  const submission = useSubmit<[isAutomatic?: boolean]>({
    check(isAutomatic) {
      const { name: nameErrors, ...others } = questionErrors(question, t)
      // An automatic question has its own text.
      return { ...(nameErrors && { name: nameErrors }), ...(!isAutomatic && others) }
    },
    async send(isAutomatic) {
      await (isAutomatic ? askAutomatically(about) : ask(about, question.message))
      message.forget()
      navigate(pathTo('support'))
    },
    failed: t('support.error'),
  })
  return { name, setName, message, ...submission, handleAuto: () => void submission.run(true) }
}
