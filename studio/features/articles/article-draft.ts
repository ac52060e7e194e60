import { writtenArticle } from '#shared/features/articles/rules.ts'
import type { ArticleFieldsWire, EditedArticleWire } from '#shared/features/articles/wire.ts'
import type { Written } from '#studio/platform/writing/use-writing.ts'

export type ArticleDraft = Written<ArticleFieldsWire> & Pick<EditedArticleWire, 'image'>

/** A stored article as it is edited. */
export function draftOf({ revision, texts, picture_id, is_public, sort, image }: EditedArticleWire): ArticleDraft {
  return { revision, image, fields: { texts, picture_id, is_public, sort }, sent: [] }
}

/** What this device kept of an earlier visit, if that is a draft. */
export function draftFrom(kept: unknown): ArticleDraft | undefined {
  const isDraft = typeof kept === 'object' && kept !== null && 'revision' in kept && 'fields' in kept && 'image' in kept
  return isDraft ? { sent: [], ...(kept as Omit<ArticleDraft, 'sent'>) } : undefined
}

/** Whether a draft says what is stored. */
export function isSaved({ fields }: Pick<ArticleDraft, 'fields'>, stored: EditedArticleWire): boolean {
  const said = ({ texts, picture_id, is_public, sort }: ArticleFieldsWire) =>
    JSON.stringify([writtenArticle(texts), picture_id, is_public, sort])
  return said(fields) === said(stored)
}

/** The texts of an article as they are compared. */
export const saidIn = ({ texts }: Pick<ArticleFieldsWire, 'texts'>): string[] =>
  Object.entries(writtenArticle(texts)).map(([language, { title, lead, body }]) =>
    [`${language}: ${title}`, lead, body].filter(Boolean).join('\n\n'),
  )
