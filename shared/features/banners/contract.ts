import Type from 'typebox'
import { sellingRefusals } from '#shared/features/billing/selling/selling-refusals.ts'
import { Revision } from '#shared/features/billing/selling/selling-wire.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, oneOf } from '#shared/platform/schemas.ts'
import { bannerStates } from './rules.ts'
import { Banner, BannerFields, BannerFigures, EditedBanner, ListedBanner, SlotCode } from './wire.ts'

const State = Type.Object({ state: oneOf(bannerStates) })
const access = 'admin' as const
const bannerRefusals = [
  'title_needed',
  'banner_without_place',
  'banner_without_platform',
  'banner_link_broken',
  'banner_ends_early',
] as const

export const banners = contract({
  refusals: {
    title_needed: sellingRefusals.title_needed,
    changed_meanwhile: sellingRefusals.changed_meanwhile,
    banner_without_place: {
      status: 422,
      text: {
        en: 'Choose at least one place',
        ru: 'Выберите хотя бы одно место',
        es: 'Elige al menos un lugar',
      },
    },
    banner_without_platform: {
      status: 422,
      text: {
        en: 'Choose at least one kind of device',
        ru: 'Выберите хотя бы один вид устройств',
        es: 'Elige al menos un tipo de dispositivo',
      },
    },
    banner_link_broken: {
      status: 422,
      text: {
        en: 'Enter an address that begins with https://, or one of the school’s app that begins with /',
        ru: 'Введите адрес, который начинается с https://, или адрес в приложении школы, который начинается с /',
        es: 'Escribe una dirección que empiece por https:// o una de la aplicación de la escuela que empiece por /',
      },
    },
    banner_ends_early: {
      status: 422,
      text: {
        en: 'The end has to be after the beginning',
        ru: 'Конец должен быть позже начала',
        es: 'El final debe ser posterior al comienzo',
      },
    },
    banner_was_seen: {
      status: 409,
      text: {
        en: 'People have seen this banner, so its figures are kept. Archive it instead',
        ru: 'Этот баннер уже видели, поэтому его показатели сохраняются. Отправьте его в архив',
        es: 'Este banner ya se ha visto, así que se guardan sus cifras. Archívalo',
      },
    },
  },
  calls: {
    'GET /banners': {
      access: 'learner',
      summary: 'The banners that the caller may see now, in their order; none where the school has no banners',
      answer: Type.Array(Banner),
    },
    'GET /banner/new-features': {
      access: 'learner',
      summary: 'The first new-feature note of a place that the caller has not closed yet, if there is one',
      query: Type.Object({ position: SlotCode }),
      answer: Type.Array(Banner, { maxItems: 1 }),
    },
    'PUT /banner/new-features/:id/seen': {
      access: 'learner',
      summary: 'Closes a new-feature note for the caller, on every device',
      isForOwnerOnly: true,
      answer: Type.Object({}),
    },
    'GET /studio/banners': {
      access,
      summary: 'All banners of the school with how often they were seen and followed',
      answer: Type.Array(ListedBanner),
    },
    'GET /studio/banner-choices': {
      access,
      summary:
        'What a banner can be narrowed to besides courses and clubs: segments, the schools that take its banners, days of a course',
      query: Type.Object({ course_id: Type.Optional(Id) }),
      answer: Type.Object({
        segments: Type.Array(Type.Object({ id: Id, name: Type.String() })),
        applications: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
        days: Type.Array(Type.Object({ id: Id, title: Type.String() })),
      }),
    },
    'GET /studio/banners/:id': { access, summary: 'A banner with all that can be changed', answer: EditedBanner },
    'GET /studio/banners/:id/figures': {
      access,
      summary: 'How often a banner was seen and followed, by day, of those who agreed to be counted',
      answer: BannerFigures,
    },
    'POST /studio/banners': {
      access,
      summary: 'Adds a banner, hidden until it is shown; sent again with its Idempotency-Key it stays one',
      body: BannerFields,
      answer: Type.Object({ id: Id }),
      refusals: bannerRefusals,
    },
    'PUT /studio/banners/:id': {
      access,
      summary: 'Changes a banner',
      body: Type.Object({ ...BannerFields.properties, revision: Revision }),
      answer: Type.Object({ revision: Type.Integer() }),
      refusals: [...bannerRefusals, 'changed_meanwhile'],
    },
    'PUT /studio/banners/:id/state': {
      access,
      summary: 'Shows a banner to learners, hides or archives it',
      body: State,
      answer: State,
    },
    'DELETE /studio/banners/:id': {
      access,
      summary: 'Removes a banner that nobody has seen',
      answer: Type.Object({}),
      refusals: ['banner_was_seen'],
    },
  },
})
