import { type SubmitEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { isQuestionFilled, questionProblems, trimmedQuestion } from '#shared/features/support/rules.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { type FieldErrors, fieldErrors } from './field-errors.ts'

/** The state of a visitor's question: what is typed stays over a reload, and a try after no answer is the same question. */
export function useVisitorQuestion(onSent: () => void) {
  const t = useCopy()
  const name = useDraft('support.name')
  const email = useDraft('support.email')
  const message = useDraft('support.message')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const sending = useRef({ words: '', key: '' })

  const send = async (body: { name: string; email: string; message: string }) => {
    const words = JSON.stringify(body)
    if (sending.current.words !== words) sending.current = { words, key: newKey() }
    await request('POST /tech-questions/anonymous', { body, idempotencyKey: sending.current.key })
  }

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const typed = { name: name.text, email: email.text, message: message.text }
    if (isRunning.current) return
    const question = trimmedQuestion(typed)
    const wrong = fieldErrors(questionProblems(question), t)
    setErrors(wrong)
    setFailed(false)
    if (!isQuestionFilled(typed) || Object.keys(wrong).length > 0) return
    isRunning.current = true
    setBusy(true)
    try {
      await send(question)
      for (const draft of [name, email, message]) draft.clear()
      onSent()
    } catch (error) {
      const refused = error instanceof RequestError ? error.errors : undefined
      console.warn('The question to support could not be sent', error)
      if (refused) setErrors({ name: refused.name?.[0], email: refused.email?.[0], message: refused.message?.[0] })
      setFailed(!refused)
      setBusy(false)
      isRunning.current = false
    }
  }

  return { name, email, message, errors, hasFailed, isBusy, handleSubmit }
}
