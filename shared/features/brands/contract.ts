import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { Id, NullableSeconds, nullable } from '#shared/platform/schemas.ts'

const Json = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const override = Json

/** A path in a brand, such as `site.theme.accent` or `config.userInfoChat[0].message.ru`, and what is wrong there. */
const BrandProblem = Type.Object({ place: Type.String(), reason: Type.String() })

/** A brand for its editor: the file's version, the studio's override, and the result. */
const StudioBrand = Type.Object({
  id: Type.String(),
  /** 0 while there is no override. */
  version: Type.Integer(),
  file: Json,
  override,
  effective: Json,
  /** Why the override does not apply after a change of the file; empty when it does. */
  set_aside: Type.Array(BrandProblem),
  updated_at: NullableSeconds,
  updated_by: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** JSON Schema of the override; the form is built from it. */
  schema: Json,
})
export type StudioBrandWire = Static<typeof StudioBrand>

/** Events for everybody in a school. */
export const brandRoom = room('brand', Type.String(), 'everybody who is signed in at the brand')

/** A brand's configuration for sites and apps, and the editor of the caller's own brand. */
export const brands = contract({
  rooms: [brandRoom],
  refusals: {
    brand_invalid: {
      status: 422,
      text: {
        en: 'Some values are not valid. Nothing was changed',
        ru: 'Часть значений не подходит. Ничего не изменено',
        es: 'Hay valores no válidos. No se ha cambiado nada',
      },
    },
    brand_changed: {
      status: 409,
      text: {
        en: 'Somebody else has changed the brand in the meantime',
        ru: 'Бренд за это время изменил кто-то другой',
        es: 'Otra persona ha cambiado la marca mientras tanto',
      },
    },
    picture_unusable: {
      status: 422,
      text: {
        en: 'Use an SVG without scripts or links, a PNG or a WebP, up to 256 kB',
        ru: 'Нужен SVG без скриптов и ссылок, PNG или WebP не больше 256 КБ',
        es: 'Usa un SVG sin scripts ni enlaces, un PNG o un WebP de 256 kB como máximo',
      },
    },
    too_many_pictures: {
      status: 409,
      text: {
        en: 'There are too many pictures. Unused ones are removed after a day',
        ru: 'Слишком много картинок. Неиспользуемые удалятся через день',
        es: 'Hay demasiadas imágenes. Las que no se usan se borran al cabo de un día',
      },
    },
  },
  calls: {
    'GET /site-configuration': {
      access: 'public',
      summary: 'The site by the domain it is opened at',
      isOpenToUnknownApplications: true,
      answer: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    },
    'GET /external-application-config': {
      access: 'public',
      summary: 'The public configuration of the brand that the application id names',
      isOpenToUnknownApplications: true,
      answer: Type.Object({
        data: Type.Object({
          config: Type.Unsafe<{ version: number } & Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
          }),
        }),
      }),
    },
    'GET /remote-config': {
      access: 'public',
      summary: 'What the mobile app reads at its start, before there is a user',
      isOpenToUnknownApplications: true,
      answer: Type.Object({
        version: Type.Integer(),
        data: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          required: ['statistic', 'socialAuth', 'userInfoChat', 'clubInApp', 'pushAsk'],
          additionalProperties: true,
        }),
      }),
    },
    'GET /studio/brand': {
      access: 'admin',
      summary: 'The brand of the caller with all that its editor needs',
      answer: StudioBrand,
    },
    'PUT /studio/brand': {
      access: 'admin',
      summary:
        'Says what of the brand is another than in its file; in force at once, on every node, whole or not at all',
      body: Type.Object({ override, version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }) }),
      answer: StudioBrand,
      refusals: ['brand_invalid', 'brand_changed'],
    },
    'POST /studio/brand/check': {
      access: 'admin',
      summary: 'What would be wrong with it, without saying it',
      body: Type.Object({ override }),
      answer: Type.Object({ problems: Type.Array(BrandProblem) }),
    },
    'POST /studio/brand/pictures': {
      access: 'admin',
      summary: 'Keeps a picture for the brand to name; one that it does not name within a day is forgotten',
      body: Type.Object({ data: Type.String({ minLength: 1, maxLength: 360_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }) }),
      answer: Type.Object({ name: Type.String(), url: Type.String() }),
      refusals: ['picture_unusable', 'too_many_pictures'],
    },
  },
})
