import type { Language } from '#shared/platform/contract.ts'
import { shownOf } from '../notice-texts.ts'
import type { About } from './about.ts'

const words: Record<Language, { open: string; why: string }> = {
  en: {
    open: 'Open',
    why: 'You have chosen to hear of this by e-mail. You can change that in the settings of notifications.',
  },
  ru: { open: 'Открыть', why: 'Вы выбрали получать об этом письма. Изменить это можно в настройках уведомлений.' },
  es: { open: 'Abrir', why: 'Has elegido recibir esto por correo. Puedes cambiarlo en los ajustes de avisos.' },
}

/** The e-mail of something that has happened, for whoever has chosen that way. */
export function noticeLetter(about: About, language: Language, origin: string) {
  const { title, body, url } = shownOf(about, language)
  const { open, why } = words[language]
  return {
    subject: title,
    paragraphs: [body],
    action: { label: open, url: `${origin}${url}` },
    footer: `${why}\n${origin}/user/settings/notifications`,
  }
}
