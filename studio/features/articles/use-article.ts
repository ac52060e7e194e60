import { useContext, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { useDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { articleFault, type ArticleState } from '#shared/features/articles/rules.ts'
import type { ArticleFieldsWire, EditedArticleWire } from '#shared/features/articles/wire.ts'
import { instantOf } from '#studio/platform/clock-text.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { draftFrom, draftOf, isSaved } from './article-draft.ts'
import { articleQuery, refreshArticles } from './data.ts'

/** The zone of the browser, until the person's own is known. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const languageOf = (field: string) => (['en', 'ru', 'es'] as const).find(code => field.startsWith(`texts.${code}.`))

/** What is written of an article, kept on this device until it is saved; what somebody else has saved meanwhile is `theirs`. */
function useWriting(stored: EditedArticleWire) {
  const [theirs, setTheirs] = useState<EditedArticleWire>()
  const { value: written, change } = useDraft({
    subject: `article ${stored.id}`,
    place: 'device',
    read: draftFrom,
    isEmpty: draft => !draft || isSaved(draft, stored),
  })
  const value = written ?? draftOf(stored)

  /** Saves what is written; false when somebody else was faster. */
  async function save(): Promise<boolean> {
    if (isSaved(value, stored)) return true
    const params = { id: stored.id }
    try {
      const body = { ...value.fields, revision: value.revision }
      const { data } = await request('PUT /studio/articles/:id', { params, body })
      const saved = { ...stored, ...value.fields, image: value.image, revision: data.revision }
      queryClient.setQueryData(articleQuery(stored.id).queryKey, saved)
      await refreshArticles()
      // What was typed meanwhile is left to be saved.
      change(now => (now && !isSaved(now, saved) ? { ...now, revision: data.revision } : undefined))
      return true
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'changed_meanwhile') throw error
      setTheirs(await queryClient.fetchQuery({ ...articleQuery(stored.id), staleTime: 0 }))
      return false
    }
  }

  return {
    value,
    theirs,
    save,
    put: (changes: Partial<ArticleFieldsWire>, image: EditedArticleWire['image']) =>
      change((before = draftOf(stored)) => ({ ...before, image, fields: { ...before.fields, ...changes } })),
    /** Settles a conflict: with what is written here, which can be saved then, or with what the other one has saved. */
    settle: (by: 'mine' | 'theirs') => {
      if (!theirs) return
      change(by === 'theirs' ? undefined : { ...value, revision: theirs.revision })
      setTheirs(undefined)
    },
  }
}

/** Whether an article is taken back, for which nothing of it has to be right, or saved. */
const isTakenBack = (stored: EditedArticleWire, state?: ArticleState) => state === 'draft' && stored.state !== 'draft'

type Wish = { texts: ArticleFieldsWire['texts']; state: ArticleState | undefined; at: number | null }

/** What keeps an article from being saved with these texts, or from turning to a state at a time, under its field. */
function faultOf(t: Copy, stored: EditedArticleWire, { texts, state = stored.state, at }: Wish) {
  const fault = articleFault(texts, state === 'draft')
  if (fault) return { [fault.field]: [t(`articles.fault.${fault.code}`)] }
  const isTimeless = state === 'scheduled' && stored.state !== state && at === null
  return isTimeless ? { at: [t('articles.fault.time_needed')] } : undefined
}

/** Writing, saving and publishing an article. */
export function useArticle(stored: EditedArticleWire) {
  const t = useCopy()
  const zone = useContext(OwnZone) ?? browserZone()
  const [language, setLanguage] = useState<Language>(t.language)
  const [time, setTime] = useState('')
  const { value, save, put, ...conflict } = useWriting(stored)

  /** Turns to the language in which something is wrong. */
  const showFault = (fields: object = {}) => {
    const wrong = Object.keys(fields).map(languageOf).find(Boolean)
    if (wrong) setLanguage(wrong)
  }
  const submission = useSubmit({
    check: (state?: ArticleState) => {
      if (isTakenBack(stored, state)) return undefined
      const fault = faultOf(t, stored, { texts: value.fields.texts, state, at: instantOf(time, zone) })
      showFault(fault)
      return fault
    },
    send: async (state?: ArticleState) => {
      if (!isTakenBack(stored, state) && !(await save())) return
      const at = state === 'scheduled' ? instantOf(time, zone) : null
      const params = { id: stored.id }
      if (state) await request('PUT /studio/articles/:id/publication', { params, body: { state, at } })
      await refreshArticles()
      toast(t(state ? `articles.became.${state}` : 'articles.saved'), { tone: 'success' })
    },
    failed: t('articles.failed'),
    onRefused: (_, failure) => showFault(failure.errors),
  })

  return {
    ...submission,
    ...conflict,
    fields: value.fields,
    image: value.image,
    isSaved: isSaved(value, stored),
    language,
    setLanguage,
    time,
    setTime: (next: string) => {
      setTime(next)
      submission.forgive('at')
    },
    change: (changes: Partial<ArticleFieldsWire>, field: string, image = value.image) => {
      put(changes, image)
      submission.forgive(field)
    },
  }
}
export type ArticleWriting = ReturnType<typeof useArticle>
