import { articleUrl } from './rules.ts'
import type { ArticlePreviewWire } from './wire.ts'

/** An article in a list, as the app knows it; times in ms. */
export type ArticlePreview = {
  id: number
  title: string
  lead: string
  createdAt: number
  publishedAt: number
  previewImage: string | null
  countViews: number
  sort: number
  label: 'NEW' | null
  url: string
  isPublic: boolean
  liked: boolean
  isFavourite: boolean
}

/** An article of the server as the app knows it; `host` is the site of the school's clubs, where it has one. */
export const articleFromWire = (wire: ArticlePreviewWire, host: string | null): ArticlePreview => ({
  id: wire.id,
  title: wire.title,
  lead: wire.lead,
  createdAt: wire.created_at * 1000,
  publishedAt: wire.published_at * 1000,
  previewImage: wire.preview_image,
  countViews: wire.views,
  sort: wire.sort,
  label: wire.new ? 'NEW' : null,
  url: articleUrl(wire, host),
  isPublic: wire.is_public,
  liked: wire.liked,
  isFavourite: wire.isFavourite,
})
