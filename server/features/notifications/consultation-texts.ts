import type { Language } from '#shared/platform/contract.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

/** What people are told of a video consultation. */
export type ConsultationTidings =
  | 'asked'
  | 'confirmed'
  | 'declined'
  | 'moved'
  | 'cancelled'
  | 'refunded'
  | 'disputed'
  | 'handed_over'
  | 'taken_over'
  | 'proposed'
  | 'refused'
  | 'recorded'
  | 'tomorrow'
  | 'soon'

const titles: Record<Language, Record<ConsultationTidings, string>> = {
  en: {
    asked: 'A consultation is waiting for confirmation',
    confirmed: 'Your consultation is confirmed',
    declined: 'Your consultation could not be confirmed',
    moved: 'Your consultation has been moved',
    cancelled: 'Your consultation has been cancelled',
    refunded: 'Your consultation has been cancelled because its payment was refunded',
    disputed: 'Your consultation has been cancelled because its payment is disputed',
    handed_over: 'Your consultation is with another expert',
    taken_over: 'A consultation has been given to you',
    proposed: 'Another time is proposed for your consultation',
    refused: 'Your consultation stays as it is',
    recorded: 'The recording of your consultation is ready',
    tomorrow: 'Your consultation is tomorrow',
    soon: 'Your consultation starts soon',
  },
  ru: {
    asked: 'Консультация ждёт подтверждения',
    confirmed: 'Консультация подтверждена',
    declined: 'Консультацию не удалось подтвердить',
    moved: 'Консультация перенесена',
    cancelled: 'Консультация отменена',
    refunded: 'Консультация отменена, так как оплата возвращена',
    disputed: 'Консультация отменена, так как платёж оспорен в банке',
    handed_over: 'Консультацию проведёт другой эксперт',
    taken_over: 'Вам передали консультацию',
    proposed: 'Для консультации предложено другое время',
    refused: 'Консультация остаётся без изменений',
    recorded: 'Запись консультации готова',
    tomorrow: 'Завтра у вас консультация',
    soon: 'Консультация скоро начнётся',
  },
  es: {
    asked: 'Una consulta está pendiente de confirmación',
    confirmed: 'Tu consulta está confirmada',
    declined: 'No se ha podido confirmar tu consulta',
    moved: 'Tu consulta ha cambiado de hora',
    cancelled: 'Tu consulta se ha cancelado',
    refunded: 'Tu consulta se ha cancelado porque se ha devuelto el pago',
    disputed: 'Tu consulta se ha cancelado porque el pago se ha reclamado al banco',
    handed_over: 'Tu consulta la llevará otro experto',
    taken_over: 'Te han pasado una consulta',
    proposed: 'Te proponen otra hora para tu consulta',
    refused: 'Tu consulta se queda como estaba',
    recorded: 'La grabación de tu consulta está lista',
    tomorrow: 'Mañana tienes una consulta',
    soon: 'Tu consulta empieza pronto',
  },
}

const words: Record<Language, Record<'open' | 'zone' | 'untitled', string>> = {
  en: { open: 'Open the consultation', zone: 'Times are in your time zone', untitled: 'Video consultation' },
  ru: { open: 'Открыть консультацию', zone: 'Время указано в вашем часовом поясе', untitled: 'Видеоконсультация' },
  es: { open: 'Abrir la consulta', zone: 'Las horas están en tu zona horaria', untitled: 'Videoconsulta' },
}

export const consultationTitle = (what: ConsultationTidings, language: Language) => titles[language][what]
export const consultationWords = (language: Language) => words[language]

/** When a consultation takes place (Unix seconds), as a person of a zone reads it. */
export function consultationWhen(startsAt: number, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(tagOf(language), {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(startsAt * 1000)
}
