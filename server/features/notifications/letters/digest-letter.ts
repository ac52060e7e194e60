import type { Language } from '#shared/platform/contract.ts'
import type { MissedRow } from '../bell/notice-queries.ts'
import { shownOf } from '../notice-texts.ts'

/** How many notices one e-mail names. */
export const mostInDigest = 20

const words: Record<Language, Record<'subject' | 'lead' | 'more' | 'open' | 'why' | 'off', string>> = {
  en: {
    subject: 'Not seen yet: {count}',
    lead: 'This has happened, and you haven’t seen it yet.',
    more: 'More in the list: {count}',
    open: 'Open the list',
    why: 'You have chosen this summary. You can change that in the settings of notifications:',
    off: 'No more summaries:',
  },
  ru: {
    subject: 'Непросмотренных уведомлений: {count}',
    lead: 'Вот что произошло и чего вы ещё не видели.',
    more: 'Ещё в списке: {count}',
    open: 'Открыть список',
    why: 'Вы выбрали получать такую сводку. Изменить это можно в настройках уведомлений:',
    off: 'Больше не присылать сводку:',
  },
  es: {
    subject: 'Avisos sin ver: {count}',
    lead: 'Esto ha ocurrido y aún no lo has visto.',
    more: 'Y en la lista, además: {count}',
    open: 'Abrir la lista',
    why: 'Has elegido recibir este resumen. Puedes cambiarlo en los ajustes de avisos:',
    off: 'No recibir más este resumen:',
  },
}

/** The e-mail of what somebody has not seen, newest first, each with its place; `total` counts also what it does not name. */
export function digestLetter(
  { missed, total }: { missed: readonly MissedRow[]; total: number },
  language: Language,
  { origin, off }: { origin: string; off: string },
) {
  const said = words[language]
  const counted = (text: string, count: number) => text.replace('{count}', String(count))
  return {
    subject: counted(said.subject, total),
    paragraphs: [said.lead],
    items: missed.map(about => {
      const { title, body, url } = shownOf(about, language)
      return { title, text: body, url: `${origin}${url}` }
    }),
    ...(total > missed.length && { rest: counted(said.more, total - missed.length) }),
    action: { label: said.open, url: `${origin}/notifications` },
    footer: `${said.why}\n${origin}/user/settings/notifications\n${said.off}\n${off}`,
  }
}
