import { useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { useDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { emptyField, type QuestionText, type Question } from '#shared/features/clubs/faq.ts'
import { faqQuery, refreshFaq } from './data.ts'
import { type EditedFaq, faqDraftFrom, faqDraftOf, isFaqSaved, moved, reworded } from './faq-draft.ts'

const languageOf = (field: string) => (['en', 'ru', 'es'] as const).find(code => field.includes(`.texts.${code}.`))
const isOvertaken = (error: unknown) => error instanceof RequestError && error.code === 'changed_meanwhile'

/** What is written of the questions, kept on this device until it is saved; what somebody else has saved meanwhile is `theirs`. */
function useWriting(clubId: number, stored: EditedFaq) {
  const [theirs, setTheirs] = useState<EditedFaq>()
  const { value: written, change } = useDraft({
    subject: `questions of club ${clubId}`,
    place: 'device',
    read: faqDraftFrom,
    isEmpty: draft => !draft || isFaqSaved(draft, stored),
  })
  const draft = written ?? faqDraftOf(stored)

  async function keepBoth(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...faqQuery(clubId), staleTime: 0 })
    change(kept => kept ?? draft)
    setTheirs(now)
  }

  /** Saves what is written; false when somebody else was faster. */
  async function save(): Promise<boolean> {
    const params = { id: clubId }
    try {
      const { revision } = (await request('PUT /studio/clubs/:id/faq', { params, body: draft })).data
      const saved = { ...stored, questions: draft.questions, revision }
      queryClient.setQueryData(faqQuery(clubId).queryKey, saved)
      // What was typed meanwhile is left to be saved.
      change(now => (now && !isFaqSaved(now, saved) ? { ...now, revision } : undefined))
    } catch (error) {
      if (!isOvertaken(error)) throw error
      await keepBoth()
      return false
    }
    await refreshFaq()
    return true
  }

  return {
    draft,
    theirs,
    save,
    put: (questions: Question[]) => change({ revision: draft.revision, questions }),
    /** Settles a conflict: with what is written here, which can be saved then, or with what the other one has saved. */
    settle: (by: 'mine' | 'theirs') => {
      if (!theirs) return
      change(by === 'theirs' ? undefined : { ...draft, revision: theirs.revision })
      setTheirs(undefined)
    },
  }
}

/** Writing and saving the questions of a club, in one language at a time. */
export function useFaq(clubId: number, stored: EditedFaq) {
  const t = useCopy()
  const [language, setLanguage] = useState<Language>(t.language)
  const { draft, theirs, save, put, settle } = useWriting(clubId, stored)
  const { questions } = draft
  const showFault = (fields: object = {}) => {
    const wrong = Object.keys(fields).map(languageOf).find(Boolean)
    if (wrong) setLanguage(wrong)
  }
  const submission = useSubmit({
    check: () => {
      const field = emptyField(questions)
      const fault = field ? { [field]: [t('clubs.faq.incomplete')] } : undefined
      showFault(fault)
      return fault
    },
    send: async () => {
      if (await save()) toast(t('clubs.faq.saved'), { tone: 'success' })
    },
    failed: t('clubs.faq.failed'),
    onRefused: (_, failure) => showFault(failure.errors),
  })

  return {
    ...submission,
    questions,
    theirs,
    settle,
    language,
    setLanguage,
    isSaved: isFaqSaved(draft, stored),
    add: () => put([...questions, { texts: {} }]),
    remove: (index: number) => put(questions.toSpliced(index, 1)),
    move: (index: number, by: -1 | 1) => put(moved(questions, index, by)),
    write: (index: number, name: keyof QuestionText, words: string) => {
      put(questions.map((one, at) => (at === index ? reworded(one, language, { [name]: words }) : one)))
      submission.forgive(`questions.${index}.texts.${language}.${name}`)
    },
  }
}
export type FaqWriting = ReturnType<typeof useFaq>
