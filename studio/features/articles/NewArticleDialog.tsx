import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { TitleDialog } from '#studio/platform/fields/TitleDialog.tsx'
import { refreshArticles } from './data.ts'

/** Asks for the title of a new article of a club and opens it as a draft. */
export function NewArticleDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const t = useCopy()
  const words = {
    add: t('articles.add'),
    title: t('articles.field.title'),
    needed: t('articles.fault.title_needed'),
    failed: t('articles.failed'),
  }
  const create = async (title: string, idempotencyKey: string) => {
    const texts = { [t.language]: { title, lead: '', body: '' } }
    const body = { texts, picture_id: null, is_public: false, sort: 0 }
    const { data } = await request('POST /studio/clubs/:id/articles', { params: { id: clubId }, body, idempotencyKey })
    await refreshArticles()
    return pathTo('article', { articleId: data.id })
  }
  return <TitleDialog words={words} create={create} onClose={onClose} />
}
