import Type from 'typebox'
import { sellingRefusals } from '#shared/features/billing/selling/selling-refusals.ts'
import { Revision } from '#shared/features/billing/selling/selling-wire.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, Line, NullableSeconds, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { articleStates } from './rules.ts'
import { Article, ArticleFields, ArticlePreview, ClubArticles, EditedArticle, Publication } from './wire.ts'

const access = 'admin' as const
const done = Type.Object({})

export const articles = contract({
  refusals: {
    title_needed: sellingRefusals.title_needed,
    changed_meanwhile: sellingRefusals.changed_meanwhile,
    article_empty: {
      status: 422,
      text: {
        en: 'Write the article before it is published',
        ru: 'Прежде чем публиковать статью, напишите её текст',
        es: 'Escribe el artículo antes de publicarlo',
      },
    },
    article_time_past: {
      status: 422,
      text: {
        en: 'Choose a time that is still to come',
        ru: 'Выберите время, которое ещё не наступило',
        es: 'Elige un momento que aún no haya pasado',
      },
    },
    no_such_file: {
      status: 422,
      text: {
        en: 'The text shows a picture or film that is not in the library',
        ru: 'В тексте есть картинка или видео, которых нет в медиатеке',
        es: 'El texto muestra una imagen o un vídeo que no está en la biblioteca',
      },
    },
    too_many_files: {
      status: 422,
      text: {
        en: 'A text can show 100 pictures and films at most',
        ru: 'В тексте может быть не больше 100 картинок и видео',
        es: 'Un texto puede mostrar 100 imágenes y vídeos como máximo',
      },
    },
    communities_not_fetched: {
      status: 404,
      text: {
        en: 'Communities is not fetched',
        ru: 'Клубы не найдены',
        es: 'No se han encontrado clubes',
      },
    },
    community_unreachable: {
      status: 503,
      text: {
        en: 'The clubs’ site doesn’t answer right now. Try again in a minute',
        ru: 'Сайт клубов сейчас не отвечает. Попробуйте через минуту',
        es: 'El sitio de los clubes no responde en este momento. Inténtalo de nuevo en un minuto',
      },
    },
  },
  calls: {
    'GET /articles/preview': {
      access: 'learner',
      summary:
        'The articles of clubs that the caller may read, in their order; found by words in any of their forms. Where the school’s clubs have a site, those of the caller’s clubs as it lists them',
      isPaged: true,
      query: Type.Object({
        'external_id[]': Type.Optional(Type.Array(Id, { maxItems: 200 })),
        search: Type.Optional(Line(100)),
        favourite: Type.Optional(oneOf(['1'])),
        thumbnail: Type.Optional(
          Type.String({ pattern: '^[1-9]\\d{0,3}x[1-9]\\d{0,3}$', description: 'a size in pixels, as 740x420' }),
        ),
        page: Type.Optional(PageNumber),
        perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
      }),
      answer: Type.Object({ member: Type.Array(ArticlePreview) }),
      refusals: ['communities_not_fetched', 'community_unreachable'],
    },
    'GET /articles/:id': { access: 'learner', summary: 'An article that the caller may read', answer: Article },
    'PUT /articles/:id/like': {
      access: 'learner',
      summary: 'Says whether the caller likes an article',
      isForOwnerOnly: true,
      body: Type.Object({ liked: Type.Boolean() }),
      answer: done,
    },
    'PUT /articles/:id/favourite': {
      access: 'learner',
      summary: 'Says whether an article is among the caller’s favourites',
      isForOwnerOnly: true,
      body: Type.Object({ isFavourite: Type.Boolean() }),
      answer: done,
    },
    'PUT /articles/:id/view': {
      access: 'learner',
      summary: 'Counts the caller as a reader of an article, once on each of their days',
      isForOwnerOnly: true,
      answer: done,
    },
    'GET /studio/clubs/:id/articles': {
      access,
      summary: 'All articles of a club with how often they were read and liked',
      answer: ClubArticles,
    },
    'POST /studio/clubs/:id/articles': {
      access,
      summary: 'Adds an article as a draft; sent again with its Idempotency-Key it stays one',
      body: ArticleFields,
      answer: Type.Object({ id: Id }),
      refusals: ['title_needed', 'no_such_file', 'too_many_files'],
    },
    'GET /studio/articles/:id': { access, summary: 'An article with all that can be changed', answer: EditedArticle },
    'PUT /studio/articles/:id': {
      access,
      summary: 'Changes an article',
      body: Type.Object({ ...ArticleFields.properties, revision: Revision }),
      answer: Type.Object({ revision: Type.Integer() }),
      refusals: ['title_needed', 'article_empty', 'changed_meanwhile', 'no_such_file', 'too_many_files'],
    },
    'PUT /studio/articles/:id/publication': {
      access,
      summary: 'Publishes an article, now or at a time, or makes it a draft again',
      body: Publication,
      answer: Type.Object({ state: oneOf(articleStates), published_at: NullableSeconds }),
      refusals: ['title_needed', 'article_empty', 'article_time_past', 'changed_meanwhile'],
    },
    'DELETE /studio/articles/:id': { access, summary: 'Removes an article', answer: done },
  },
})
