import { plainParagraphs } from '#shared/features/announcements/plain-text.ts'
import { announcementIn } from '#shared/features/announcements/rules.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { About } from './about.ts'

type Listed = { title: string; body: string; url: string; tag: string }
type OfPoints = NonNullable<About['points']>
type OfMention = NonNullable<About['mention']>
type OfArticle = NonNullable<About['article']>
type OfDay = NonNullable<About['day']>
type OfAnnouncement = NonNullable<About['announcement']>

const points: Record<
  Language,
  Record<'title' | 'day' | 'days' | 'homework' | 'returned' | 'staff' | 'earned', string>
> = {
  en: {
    title: 'Points: {amount}',
    day: 'For a day that you have finished',
    days: 'For days that you have finished',
    homework: 'For your homework',
    returned: 'Returned to you',
    staff: 'From the school',
    earned: 'Added to your points',
  },
  ru: {
    title: 'Баллы: {amount}',
    day: 'За пройденный день',
    days: 'За пройденные дни',
    homework: 'За задание',
    returned: 'Возвращены вам',
    staff: 'От школы',
    earned: 'Начислены вам',
  },
  es: {
    title: 'Puntos: {amount}',
    day: 'Por un día terminado',
    days: 'Por los días que has terminado',
    homework: 'Por tu tarea',
    returned: 'Te los hemos devuelto',
    staff: 'De la escuela',
    earned: 'Se han añadido a tus puntos',
  },
}

/** Points that were added, or changed by staff, who may say why. */
export function pointsShown({ id, amount, type, note, count, streamId }: OfPoints, language: Language): Listed {
  const said = points[language]
  const known = (['day', 'homework', 'returned', 'staff'] as const).find(name => name === type) ?? 'earned'
  const sum = amount > 0 ? `+${amount}` : `−${-amount}`
  return {
    title: said.title.replace('{amount}', sum),
    body: note || said[known === 'day' && count > 1 ? 'days' : known],
    url: '/user/points/history',
    tag: streamId === null ? `points-${id}` : `points-of-${streamId}`,
  }
}

const article: Record<Language, string> = {
  en: 'New in the club “{club}”',
  ru: 'Новое в клубе «{club}»',
  es: 'Novedad en el club «{club}»',
}

/** An article of a club. */
export function articleShown({ id, clubId, titles, club }: OfArticle, language: Language): Listed {
  return {
    title: article[language].replace('{club}', () => titleIn(club, language)),
    body: titleIn(titles, language),
    url: `/clubs/${clubId}/articles/${id}`,
    tag: `article-${id}`,
  }
}

const mention: Record<Language, { by: string; files: string }> = {
  en: { by: '{name} mentioned you in “{club}”', files: 'A message with a file' },
  ru: { by: '{name} упоминает вас в клубе «{club}»', files: 'Сообщение с файлом' },
  es: { by: '{name} te ha mencionado en «{club}»', files: 'Un mensaje con un archivo' },
}
const somebody: Record<Language, string> = { en: 'Somebody', ru: 'Кто-то', es: 'Alguien' }

/** A message of a club that names the person. */
export function mentionShown({ clubId, by, text, club }: OfMention, language: Language): Listed {
  const { by: title, files } = mention[language]
  return {
    title: title.replace('{name}', () => by || somebody[language]).replace('{club}', () => titleIn(club, language)),
    body: text || files,
    url: `/clubs/${clubId}/chat`,
    tag: `club-${clubId}`,
  }
}

const day: Record<Language, string> = {
  en: 'Day {number} is open',
  ru: 'Открылся день {number}',
  es: 'Ya puedes empezar el día {number}',
}

/** A day of a course that has opened. */
export function dayShown({ id, streamId, number, titles, course }: OfDay, language: Language): Listed {
  return {
    title: day[language].replace('{number}', String(number)),
    body: [titleIn(titles, language), titleIn(course, language)].filter(Boolean).join(' · '),
    url: `/course/${streamId}/calendar/${number}`,
    tag: `day-${id}`,
  }
}

/** What the school tells many people at once, by its own words. */
export function announcementShown({ id, texts }: OfAnnouncement, language: Language): Listed {
  const { title, body } = announcementIn(texts, language)
  return { title, body: plainParagraphs(body).join(' '), url: `/announcements/${id}`, tag: `announcement-${id}` }
}
