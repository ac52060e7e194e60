import type { Language } from '#shared/platform/contract.ts'
import { shownOf } from '../notice-texts.ts'
import type { About } from './about.ts'

const words: Record<Language, { open: string; why: string; off: string }> = {
  en: {
    open: 'Open',
    why: 'You have chosen to hear of this by e-mail. You can change that in the settings of notifications:',
    off: 'No more of these e-mails:',
  },
  ru: {
    open: 'Открыть',
    why: 'Вы выбрали получать об этом письма. Изменить это можно в настройках уведомлений:',
    off: 'Больше не присылать такие письма:',
  },
  es: {
    open: 'Abrir',
    why: 'Has elegido recibir esto por correo. Puedes cambiarlo en los ajustes de avisos:',
    off: 'No recibir más estos correos:',
  },
}

/** The e-mail of something that has happened, for whoever has chosen that way; `off` is the address that ends such e-mails. */
export function noticeLetter(about: About, language: Language, { origin, off }: { origin: string; off: string }) {
  const { title, body, url } = shownOf(about, language)
  const said = words[language]
  return {
    subject: title,
    paragraphs: [body],
    action: { label: said.open, url: `${origin}${url}` },
    footer: `${said.why}\n${origin}/user/settings/notifications\n${said.off}\n${off}`,
  }
}
