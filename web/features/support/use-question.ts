import { type SubmitEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { isQuestionFilled, questionProblems, trimmedQuestion } from '#shared/features/support/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { ask, askAutomatically } from './data.ts'
import { type FieldErrors, fieldErrors } from './field-errors.ts'

/** The state of a question about a topic, and perhaps a course: kept on the device at once, then the way to the requests. */
export function useQuestion(categoryId: number, streamId: number | undefined) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const known = useUser()?.firstName ?? ''
  const [typed, setName] = useState<string>()
  const name = typed ?? known
  const message = useDraft(`support.${categoryId}.${streamId ?? 0}`)
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
      message.clear()
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
