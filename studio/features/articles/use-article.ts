import { useContext, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type ArticleState, articleFault } from '#shared/features/articles/rules.ts'
import type { ArticleFieldsWire, EditedArticleWire } from '#shared/features/articles/wire.ts'
import { clockText, instantOf } from '#studio/platform/clock-text.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { useWriting } from '#studio/platform/writing/use-writing.ts'
import { draftFrom, draftOf, isSaved } from './article-draft.ts'
import { articleQuery, refreshArticles } from './data.ts'
import { publishArticle, saveArticle } from './save-article.ts'

/** The zone of the browser, until the person's own is known. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const languageOf = (field: string) => (['en', 'ru', 'es'] as const).find(code => field.startsWith(`texts.${code}.`))

/** Whether an article is taken back, for which nothing of it has to be right, or saved. */
const isTakenBack = (stored: EditedArticleWire, state?: ArticleState) => state === 'draft' && stored.state !== 'draft'

/** What is written of an article, saved and published. */
function useArticleWriting(stored: EditedArticleWire) {
  const { save, unlessOvertaken, ...writing } = useWriting({
    subject: `article ${stored.id}`,
    stored,
    draftOf,
    draftFrom,
    isSaved,
    save: draft => saveArticle(stored.id, draft),
    show: async ({ fields, image }, revision) => {
      const saved = { ...stored, ...fields, image, revision }
      queryClient.setQueryData(articleQuery(stored.id).queryKey, saved)
      await refreshArticles()
      return saved
    },
  })

  /** Publishes what is written, or takes it back as it stands; false when somebody else was faster. */
  async function publish(state: ArticleState, at: number | null): Promise<boolean> {
    const revision = isTakenBack(stored, state) ? stored.revision : await save()
    if (revision === undefined) return false
    return (await unlessOvertaken(publishArticle(stored.id, { state, at, revision }))) !== undefined
  }

  return { ...writing, save, publish }
}

type Wish = { texts: ArticleFieldsWire['texts']; state: ArticleState | undefined; at: number | null }

/** What keeps an article from being saved with these texts, or from turning to a state at a time, under its field. */
function faultOf(t: Copy, stored: EditedArticleWire, { texts, state, at }: Wish) {
  const fault = articleFault(texts, (state ?? stored.state) === 'draft')
  if (fault) return { [fault.field]: [t(`articles.fault.${fault.code}`)] }
  return state === 'scheduled' && at === null ? { at: [t('articles.fault.time_needed')] } : undefined
}

/** Writing, saving and publishing an article. */
export function useArticle(stored: EditedArticleWire) {
  const t = useCopy()
  const zone = useContext(OwnZone) ?? browserZone()
  const [language, setLanguage] = useState<Language>(t.language)
  const [time, setTime] = useState(() => (stored.state === 'scheduled' ? clockText(stored.published_at, zone) : ''))
  const { value, save, publish, put, ...writing } = useArticleWriting(stored)

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
      const isDone = state
        ? await publish(state, state === 'scheduled' ? instantOf(time, zone) : null)
        : (await save()) !== undefined
      if (!isDone) return
      await refreshArticles()
      toast(t(state ? `articles.became.${state}` : 'articles.saved'), { tone: 'success' })
    },
    failed: (state?: ArticleState) => t(state ? `articles.failed.${state}` : 'articles.failed'),
    onRefused: (_, failure) => showFault(failure.errors),
  })

  return {
    ...submission,
    ...writing,
    fields: value.fields,
    image: value.image,
    language,
    setLanguage,
    time,
    setTime: (next: string) => {
      setTime(next)
      submission.forgive('at')
    },
    change: (changes: Partial<ArticleFieldsWire>, field: string, image = value.image) => {
      put(before => ({ ...before, image, fields: { ...before.fields, ...changes } }))
      submission.forgive(field)
    },
  }
}
export type ArticleWriting = ReturnType<typeof useArticle>
