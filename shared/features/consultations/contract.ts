import Type, { type Static } from 'typebox'
import { chatRoom } from '#shared/features/chat/contract.ts'
import { Consultation } from '#shared/features/streams/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, oneOf, Seconds } from '#shared/platform/schemas.ts'

export type ConsultationWire = Static<typeof Consultation>

/** A learner's order of a consultation. */
const ConsultationOrder = Type.Object({
  id: Id,
  chat_channel_id: Id,
  status: oneOf(['waiting', 'approved', 'declined', 'withdrawn']),
  created_at: Seconds,
})
export type ConsultationOrderWire = Static<typeof ConsultationOrder>

const ChatConsultations = Type.Object({
  consultations: Type.Array(Consultation),
  orders: Type.Array(ConsultationOrder),
  /** For the counter: the course's limit, the stream's own maximum and how many the ended ones have used. */
  consultation_limit: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  max_consultation_count: Type.Integer(),
  used: Type.Integer(),
})
export type ChatConsultationsWire = Static<typeof ChatConsultations>

export const consultations = contract({
  refusals: {
    consultations_over: {
      status: 409,
      text: { en: 'No consultations left', ru: 'Консультации закончились', es: 'No quedan consultas' },
    },
    consultation_waiting: {
      status: 409,
      text: {
        en: 'A consultation is already open or waiting for approval',
        ru: 'Консультация уже открыта или ждёт подтверждения',
        es: 'Ya hay una consulta abierta o pendiente de aprobación',
      },
    },
    consultation_not_closed: {
      status: 409,
      text: {
        en: 'A consultation can be rated once, after it has ended',
        ru: 'Консультацию можно оценить один раз, когда она завершена',
        es: 'Una consulta se puede valorar una sola vez, cuando ha terminado',
      },
    },
    consultation_not_open: {
      status: 409,
      text: {
        en: 'This consultation is not open',
        ru: 'Эта консультация не открыта',
        es: 'Esta consulta no está abierta',
      },
    },
    consultation_not_reopened: {
      status: 409,
      text: {
        en: 'Only the last consultation can be continued, until it is rated',
        ru: 'Продолжить можно только последнюю консультацию, пока её не оценили',
        es: 'Solo se puede continuar la última consulta, mientras no esté valorada',
      },
    },
    order_decided: {
      status: 409,
      text: { en: 'This has already been decided', ru: 'Решение уже принято', es: 'Ya se decidió' },
    },
  },
  events: {
    /** Consultations of the chat were opened, closed, asked for, approved or declined. */
    consultations: { room: chatRoom, stored: ['chat_id'], data: ChatConsultations },
  },
  calls: {
    'GET /chats/:id/consultations': {
      access: 'learner',
      summary: 'A chat’s consultations and what is left of them; for staff too',
      answer: ChatConsultations,
    },
    'POST /chats/:id/consultation-orders': {
      access: 'learner',
      summary: 'Asks for a consultation; it waits for approval',
      answer: ConsultationOrder,
      refusals: ['consultations_over', 'consultation_waiting'],
    },
    'POST /consultation-orders/:id/withdraw': {
      access: 'learner',
      summary: 'Takes an order back that nobody has decided about; taking it back again changes nothing',
      answer: ConsultationOrder,
      refusals: ['order_decided'],
    },
    'PUT /consultations/updateRating/:id': {
      access: 'learner',
      summary: 'Rates a closed consultation',
      body: Type.Intersect([
        Type.Partial(Consultation),
        Type.Object({ id: Id, rating: Type.Integer({ minimum: 1, maximum: 5 }) }),
      ]),
      answer: Consultation,
      refusals: ['consultation_not_closed'],
    },
    'POST /studio/chats/:id/consultations': {
      access: 'expert',
      summary: 'Opens a consultation from the next message, or from one already written',
      body: Type.Object({
        start_message_id: Type.Optional(Id),
        amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      }),
      answer: Consultation,
      refusals: ['consultation_waiting', 'consultations_over'],
    },
    'POST /studio/consultations/:id/close': {
      access: 'expert',
      summary: 'Closes a consultation and debits it; closing it again changes nothing',
      body: Type.Object({ amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })) }),
      answer: Consultation,
      refusals: ['consultation_not_open'],
    },
    'POST /studio/consultations/:id/cancel': {
      access: 'expert',
      summary: 'Takes an open consultation back; nothing is debited',
      answer: Type.Object({}),
      refusals: ['consultation_not_open'],
    },
    'POST /studio/consultations/:id/reopen': {
      access: 'expert',
      summary: 'Goes on with the consultation that ended last; it is debited when it ends again',
      answer: Consultation,
      refusals: ['consultation_not_reopened'],
    },
    'POST /studio/consultation-orders/:id/approve': {
      access: 'expert',
      summary: 'Approves an order and opens the consultation; approving it again changes nothing',
      answer: Consultation,
      refusals: ['order_decided', 'consultation_waiting', 'consultations_over'],
    },
    'POST /studio/consultation-orders/:id/decline': {
      access: 'expert',
      summary: 'Declines an order; declining it again changes nothing',
      answer: ConsultationOrder,
      refusals: ['order_decided'],
    },
  },
})
