import { plainParagraphs } from '#shared/features/announcements/plain-text.ts'
import { announcementIn } from '#shared/features/announcements/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { About } from '../bell/about.ts'

const words: Record<Language, { open: string; why: string; off: string }> = {
  en: {
    open: 'Open in the school',
    why: 'The school sends this to people who learn there. You can choose how you hear of it in the settings of notifications:',
    off: 'No more announcements by e-mail:',
  },
  ru: {
    open: 'Открыть в школе',
    why: 'Школа рассылает это тем, кто в ней учится. Как вам об этом сообщать, можно выбрать в настройках уведомлений:',
    off: 'Больше не присылать объявления на почту:',
  },
  es: {
    open: 'Abrir en la escuela',
    why: 'La escuela envía esto a quienes aprenden en ella. Puedes elegir cómo recibirlo en los ajustes de avisos:',
    off: 'No recibir más anuncios por correo:',
  },
}

/** The e-mail of an announcement, whole; `off` is the address that ends such e-mails. */
export function announcementLetter(
  { id, texts }: NonNullable<About['announcement']>,
  language: Language,
  { origin, off }: { origin: string; off: string },
) {
  const { title, body } = announcementIn(texts, language)
  const said = words[language]
  return {
    subject: title,
    paragraphs: plainParagraphs(body),
    action: { label: said.open, url: `${origin}/announcements/${id}` },
    footer: `${said.why}\n${origin}/user/settings/notifications\n${said.off}\n${off}`,
  }
}
