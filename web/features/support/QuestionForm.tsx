import { type SubmitEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { situationOf } from '#shared/features/support/auto-questions.ts'
import type { SupportCategoryWire } from '#shared/features/support/contract.ts'
import { isQuestionFilled, questionLimit, questionProblems, trimmedQuestion } from '#shared/features/support/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { ask, askAutomatically } from './data.ts'
import { type FieldErrors, fieldErrors } from './field-errors.ts'
import styles from './Support.module.css'

type Props = { topic: SupportCategoryWire; stream?: { id: number; title: string } }

/** The form of a signed-in learner; a question sent offline waits on the device. */
export function QuestionForm({ topic, stream }: Props) {
  const t = useCopy()
  const form = useQuestion(topic.id, stream?.id)
  const situation = situationOf(topic.id, site().config.supportCategories)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{topic.name}</h1>
        {stream && <p className={styles.muted}>{t('support.about', { title: stream.title })}</p>}
      </header>
      <form className={styles.form} onSubmit={form.handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={form.name}
          error={form.errors.name}
          onChange={event => form.setName(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={5}
          maxLength={questionLimit}
          value={form.message.text}
          error={form.errors.message}
          onChange={event => form.message.change(event.target.value)}
        />
        {form.hasFailed && (
          <Notice live tone="danger">
            {t('support.error')}
          </Notice>
        )}
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
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const keep = async (write: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailed(false)
    try {
      await write()
      message.forget()
      navigate(pathTo('support'))
    } catch (error) {
      console.warn('The question to support could not be kept', error)
      setFailed(true)
    } finally {
      setBusy(false)
      isRunning.current = false
    }
  }

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const question = trimmedQuestion({ name, message: message.text })
    const wrong = fieldErrors(questionProblems(question), t)
    setErrors(wrong)
    if (!isQuestionFilled(question) || Object.keys(wrong).length > 0) return
    void keep(() => ask({ categoryId, streamId, name: question.name }, question.message))
  }

  const handleAuto = () => {
    const question = trimmedQuestion({ name, message: '' })
    if (question.name === '') return setErrors({ name: t('support.problem.name_required') })
    return void keep(() => askAutomatically({ categoryId, streamId, name: question.name }))
  }

  return { name, setName, message, errors, hasFailed, isBusy, handleSubmit, handleAuto }
}
