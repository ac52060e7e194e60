import Type from 'typebox'
import { sellingRefusals } from '#shared/features/billing/selling/selling-refusals.ts'
import { Revision } from '#shared/features/billing/selling/selling-wire.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, oneOf } from '#shared/platform/schemas.ts'
import { announcementStates } from './rules.ts'
import { Announcement, AnnouncementFields, AudienceDay, EditedAnnouncement, ListedAnnouncement } from './wire.ts'

const access = 'admin' as const
const State = Type.Object({ state: oneOf(announcementStates) })
const Recipients = Type.Object({ recipients: Type.Integer({ minimum: 0, maximum: 100_000_000 }) })
const draftRefusals = ['title_needed', 'announcement_link_broken', 'audience_incomplete'] as const

/** What the school tells many people at once. */
export const announcements = contract({
  refusals: {
    title_needed: sellingRefusals.title_needed,
    changed_meanwhile: sellingRefusals.changed_meanwhile,
    announcement_link_broken: {
      status: 422,
      text: {
        en: 'Enter an address that begins with https://, or one of the school’s app that begins with /',
        ru: 'Введите адрес, который начинается с https://, или адрес в приложении школы, который начинается с /',
        es: 'Escribe una dirección que empiece por https:// o una de la aplicación de la escuela que empiece por /',
      },
    },
    audience_incomplete: {
      status: 422,
      text: {
        en: 'Say who gets the announcement',
        ru: 'Укажите, кто получит объявление',
        es: 'Indica quién recibe el anuncio',
      },
    },
    announcement_empty: {
      status: 422,
      text: {
        en: 'Write the announcement before it is sent',
        ru: 'Прежде чем отправлять объявление, напишите его текст',
        es: 'Escribe el anuncio antes de enviarlo',
      },
    },
    announcement_time_past: {
      status: 422,
      text: {
        en: 'Choose a time that is still to come',
        ru: 'Выберите время, которое ещё не наступило',
        es: 'Elige un momento que aún no haya pasado',
      },
    },
    announcement_for_nobody: {
      status: 422,
      text: {
        en: 'Nobody would get it at the moment',
        ru: 'Сейчас его никто не получит',
        es: 'Ahora mismo no lo recibiría nadie',
      },
    },
    recipients_changed: {
      status: 409,
      text: {
        en: 'The number of people who get it has just changed. Look at it once more',
        ru: 'Число получателей только что изменилось. Проверьте его ещё раз',
        es: 'El número de destinatarios acaba de cambiar. Compruébalo de nuevo',
      },
    },
    announcement_begun: {
      status: 409,
      text: {
        en: 'This announcement is no longer a draft',
        ru: 'Это объявление уже не черновик',
        es: 'Este anuncio ya no es un borrador',
      },
    },
  },
  calls: {
    'GET /announcements/:id': {
      access: 'learner',
      summary: 'An announcement that the caller was told',
      answer: Announcement,
    },
    'GET /studio/announcements': {
      access,
      summary: 'All announcements of the school with whom they reached, the latest first',
      answer: Type.Array(ListedAnnouncement),
    },
    'GET /studio/courses/:id/audience-days': {
      access,
      summary: 'The days of a course in order, to choose at which of them people have stopped',
      answer: Type.Array(AudienceDay),
    },
    'GET /studio/announcements/:id': {
      access,
      summary: 'An announcement with all that can be changed, and whom it reached',
      answer: EditedAnnouncement,
    },
    'GET /studio/announcements/:id/recipients': {
      access,
      summary: 'How many people would get an announcement if it were sent now',
      answer: Recipients,
    },
    'POST /studio/announcements': {
      access,
      summary: 'Adds an announcement as a draft; sent again with its Idempotency-Key it stays one',
      body: AnnouncementFields,
      answer: Type.Object({ id: Id }),
      refusals: draftRefusals,
    },
    'PUT /studio/announcements/:id': {
      access,
      summary: 'Changes a draft',
      body: Type.Object({ ...AnnouncementFields.properties, revision: Revision }),
      answer: Type.Object({ revision: Type.Integer() }),
      refusals: [...draftRefusals, 'changed_meanwhile', 'announcement_begun'],
    },
    'PUT /studio/announcements/:id/sending': {
      access,
      summary:
        'Sends an announcement to as many people as its sender has seen, now or at its time; a repeat changes nothing',
      body: Type.Object({ revision: Revision, ...Recipients.properties }),
      answer: State,
      refusals: [
        ...draftRefusals,
        'announcement_empty',
        'announcement_time_past',
        'announcement_for_nobody',
        'recipients_changed',
        'changed_meanwhile',
      ],
    },
    'DELETE /studio/announcements/:id/sending': {
      access,
      summary: 'Stops an announcement: nobody else gets it. One whose time has not come is a draft again',
      answer: State,
    },
    'DELETE /studio/announcements/:id': {
      access,
      summary: 'Removes a draft',
      answer: Type.Object({}),
      refusals: ['announcement_begun'],
    },
  },
})
