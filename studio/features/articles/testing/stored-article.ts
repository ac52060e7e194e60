import type { EditedArticleWire } from '#shared/features/articles/wire.ts'

/** An article as staff open it, for tests. */
export const storedArticle: EditedArticleWire = {
  id: 1,
  community_id: 2,
  community_title: 'Tea',
  is_club_hidden: false,
  slug: 'tea',
  texts: { en: { title: 'Tea', lead: 'Hot', body: 'Pour' }, ru: { title: 'Чай', lead: '', body: 'Лить' } },
  picture_id: null,
  is_public: false,
  sort: 0,
  image: null,
  state: 'draft',
  published_at: null,
  revision: 3,
}
