import { expect, test } from 'vitest'
import { articleFromWire } from './forms.ts'
import {
  articleFault,
  articleIn,
  articlePage,
  articleState,
  articleUrl,
  isNewArticle,
  publicationTime,
  writtenArticle,
} from './rules.ts'

const tea = { title: 'Tea', lead: '', body: 'Hot' }

test('an article is read in the language asked for, else in one that it has', () => {
  expect(articleIn({ ru: tea }, 'es')).toBe(tea)
  expect(articleIn({ en: tea, ru: { ...tea, title: 'Чай' } }, 'ru')?.title).toBe('Чай')
  expect(articleIn({}, 'en')).toBeUndefined()
})

test('languages in which nothing is written are left out; indented text stays as it is', () => {
  const body = '    code\n'
  expect(
    writtenArticle({ en: { title: ' Tea ', lead: ' a ', body }, ru: { title: ' ', lead: '', body: '\n' } }),
  ).toEqual({
    en: { title: 'Tea', lead: 'a', body },
  })
})

test('a draft needs a title in each of its languages, what is published a body, too', () => {
  expect(articleFault({}, true)).toEqual({ code: 'title_needed', field: 'texts.en.title' })
  expect(articleFault({ en: tea, es: { ...tea, title: ' ' } }, true)?.field).toBe('texts.es.title')
  expect(articleFault({ en: { ...tea, body: ' ' } }, true)).toBeUndefined()
  expect(articleFault({ en: { ...tea, body: ' ' } }, false)).toEqual({ code: 'article_empty', field: 'texts.en.body' })
  expect(articleFault({ en: tea }, false)).toBeUndefined()
})

test('an article is published from its second on, and new for a week', () => {
  expect([null, 10, 11].map(at => articleState(at, 10))).toEqual(['draft', 'published', 'scheduled'])
  const week = 7 * 86_400
  expect([isNewArticle(0, week - 1), isNewArticle(0, week)]).toEqual([true, false])
  expect([isNewArticle(99, week + 98), isNewArticle(99, week + 99)]).toEqual([true, false])
})

test('publishing keeps the time of what is published already; a time that is over is none', () => {
  const published = { state: 'published', at: null } as const
  expect([null, 5, 10, 15].map(known => publicationTime(published, known, 10))).toEqual([10, 5, 10, 10])
  expect(publicationTime({ state: 'draft', at: 20 }, 5, 10)).toBeNull()
  expect([null, 10, 11].map(at => publicationTime({ state: 'scheduled', at }, null, 10))).toEqual([
    undefined,
    undefined,
    11,
  ])
})

test('a public article is called by its number', () => expect(articlePage(7)).toBe('articles/7'))

test('an article’s address is made of its club’s slug at the site of the clubs, without one it is in the app', () => {
  const article = { slug: 'tea', community_id: 3, id: 7 }
  expect(articleUrl(article, null)).toBe('/clubs/3/articles/7')
  expect(articleUrl(article, 'https://club.example/in/')).toBe('https://club.example/in/tea/articles/7')
})

test('the app knows times in ms, views as countViews and what is new by its label', () => {
  const wire = {
    id: 7,
    community_id: 3,
    slug: 'tea',
    title: 'Tea',
    lead: '',
    created_at: 1,
    published_at: 2,
    preview_image: null,
    views: 4,
    sort: 0,
    new: true,
    is_public: true,
    liked: false,
    isFavourite: true,
  }
  expect(articleFromWire(wire, null)).toEqual({
    id: 7,
    title: 'Tea',
    lead: '',
    createdAt: 1000,
    publishedAt: 2000,
    previewImage: null,
    countViews: 4,
    sort: 0,
    label: 'NEW',
    url: '/clubs/3/articles/7',
    isPublic: true,
    liked: false,
    isFavourite: true,
  })
  expect(articleFromWire({ ...wire, new: false }, null).label).toBeNull()
})
