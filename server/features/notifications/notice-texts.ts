import { formatMoney } from '#shared/platform/money.ts'
import type { Language } from '#shared/platform/contract.ts'
import { consultationTitle, consultationWhen, consultationWords } from './consultation-texts.ts'
import type { AlertCounts } from './alerts/alert-queries.ts'
import type { About } from './bell/about.ts'
import { announcementShown, articleShown, dayShown, mentionShown, pointsShown } from './bell/listed-texts.ts'
import type { Shown } from './send-push.ts'

/** How many characters of a message a notification shows. */
const shownLength = 160

type Said = { byName: string; plain: string }

type Words = {
  reminder: { title: string; text: string; action: string; why: string }
  message: { title: string; files: string }
  /** By an expert with a name, and by one without. */
  verdict: { title: string; DONE: Said; FAIL: Said }
  /** What the school sends back, what a bank took, and below it what has come. */
  refund: { title: string; byBank: string; text: string }
  payment: string
  /** Of homework, of what members of clubs have reported, and of both. */
  alert: Record<'title' | 'reports' | 'both' | 'fresh' | 'h12' | 'h20' | 'overdue' | 'reported', string> &
    Record<'action' | 'today' | 'why', string>
}

const words: Record<Language, Words> = {
  en: {
    reminder: {
      title: 'Time to learn',
      text: 'You asked us to remind you of your lesson.',
      action: 'Continue learning',
      why: 'You set this reminder in your settings. Turn it off here:',
    },
    message: { title: 'Message from your expert', files: 'Sent you a file' },
    alert: {
      title: 'Homework is waiting',
      reports: 'Messages in a club were reported',
      both: 'Homework and reports are waiting',
      fresh: 'New',
      h12: 'Waiting for 12 hours',
      h20: 'Waiting for 20 hours',
      overdue: 'Overdue',
      reported: 'Reported messages',
      action: 'Open the reviews',
      today: 'See what is waiting',
      why: 'You choose how and when you are told in your profile in the studio.',
    },
    refund: {
      title: 'Your money is on its way back',
      byBank: 'Your bank took a payment back',
      text: '{amount} for {title}',
    },
    payment: 'Your payment has arrived',
    verdict: {
      title: 'Your homework has been reviewed',
      DONE: { byName: '{name} has approved it. See the answer.', plain: 'It’s approved. See what the expert says.' },
      FAIL: {
        byName: '{name} has sent it back. See what to do next.',
        plain: 'It was sent back. See what to do next.',
      },
    },
  },
  ru: {
    reminder: {
      title: 'Время учиться',
      text: 'Вы просили напомнить о занятии.',
      action: 'Продолжить обучение',
      why: 'Вы включили это напоминание в настройках. Отключить его можно здесь:',
    },
    message: { title: 'Сообщение от эксперта', files: 'Вам прислали файл' },
    alert: {
      title: 'Работы ждут проверки',
      reports: 'Жалобы на сообщения в клубе',
      both: 'Работы и жалобы ждут вас',
      fresh: 'Новые',
      h12: 'Ждут 12 часов',
      h20: 'Ждут 20 часов',
      overdue: 'Просрочены',
      reported: 'Сообщения с жалобами',
      action: 'Открыть проверку работ',
      today: 'Посмотреть, что ждёт',
      why: 'Как и когда вам сообщать, можно выбрать в профиле студии.',
    },
    refund: { title: 'Вам отправлен возврат', byBank: 'Банк отозвал ваш платёж', text: '{amount} за «{title}»' },
    payment: 'Платёж получен',
    verdict: {
      title: 'Задание проверено',
      DONE: {
        byName: 'Задание принято. Посмотрите, что пишет {name}.',
        plain: 'Задание принято. Посмотрите, что пишет эксперт.',
      },
      FAIL: {
        byName: '{name} возвращает задание на доработку. Посмотрите, что делать дальше.',
        plain: 'Задание вернули на доработку. Посмотрите, что делать дальше.',
      },
    },
  },
  es: {
    reminder: {
      title: 'Hora de aprender',
      text: 'Nos pediste que te recordáramos tu lección.',
      action: 'Seguir aprendiendo',
      why: 'Creaste este recordatorio en tus ajustes. Desactívalo aquí:',
    },
    message: { title: 'Mensaje de tu experto', files: 'Te ha enviado un archivo' },
    alert: {
      title: 'Hay tareas por revisar',
      reports: 'Se han denunciado mensajes en un club',
      both: 'Hay tareas y denuncias por revisar',
      fresh: 'Nuevas',
      h12: 'Esperan desde hace 12 horas',
      h20: 'Esperan desde hace 20 horas',
      overdue: 'Con retraso',
      reported: 'Mensajes denunciados',
      action: 'Abrir las revisiones',
      today: 'Ver qué hay pendiente',
      why: 'En tu perfil del estudio eliges cómo y cuándo quieres recibir avisos.',
    },
    refund: {
      title: 'Te devolvemos el dinero',
      byBank: 'Tu banco ha retirado un pago',
      text: '{amount} por «{title}»',
    },
    payment: 'Hemos recibido tu pago',
    verdict: {
      title: 'Han revisado tu tarea',
      DONE: {
        byName: '{name} la ha aprobado. Mira su respuesta.',
        plain: 'Está aprobada. Mira lo que dice el experto.',
      },
      FAIL: {
        byName: '{name} te la ha devuelto. Mira qué hacer ahora.',
        plain: 'Te la han devuelto. Mira qué hacer ahora.',
      },
    },
  },
}

function shortened(text: string): string {
  const characters = [...text.replaceAll(/\s+/gu, ' ').trim()]
  return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join('')}…` : characters.join('')
}

/** A notice as a device and the list show it, in a language. */
export function shownOf(about: About, language: Language): Shown {
  const {
    kind,
    text,
    chatId,
    reminderId,
    authorName,
    verdict,
    userStreamId,
    homeworkId,
    alert,
    receipt,
    points,
    article,
    mention,
    day,
    announcement,
    consultation,
  } = about
  const said = words[language]
  if (kind === 'reminder') {
    const body = shortened(text) || said.reminder.text
    return { title: said.reminder.title, body, url: '/home', tag: `reminder-${reminderId}` }
  }
  if (kind === 'verdict' && verdict) {
    const url = `/homework/${userStreamId}/${homeworkId}`
    const { byName, plain } = said.verdict[verdict]
    const body = authorName ? byName.replace('{name}', () => authorName) : plain
    return { title: said.verdict.title, body, url, tag: `homework-${homeworkId}` }
  }
  if (receipt) return receiptShown(receipt, language)
  if (points) return pointsShown(points, language)
  if (article) return articleShown(article, language)
  if (mention) return mentionShown({ ...mention, text: shortened(mention.text) }, language)
  if (day) return dayShown(day, language)
  if (announcement) {
    const shown = announcementShown(announcement, language)
    return { ...shown, body: shortened(shown.body) }
  }
  if (consultation) return consultationShown(consultation, language)
  if (alert) return alertShown(alert, language)
  const body = shortened(text) || said.message.files
  return { title: authorName || said.message.title, body, url: `/chat/${chatId}`, tag: `chat-${chatId}` }
}

type OfReceipt = NonNullable<About['receipt']>

function receiptShown({ id, kind, amount, currency, title }: OfReceipt, language: Language): Shown {
  const { payment, refund } = words[language]
  const titles: Partial<Record<OfReceipt['kind'], string>> = { payment, chargeback: refund.byBank }
  const sum = formatMoney(amount, currency, language)
  const body = refund.text.replace('{amount}', () => sum).replace('{title}', () => title)
  return { title: titles[kind] ?? refund.title, body: shortened(body), url: `/receipts/${id}`, tag: `receipt-${id}` }
}

type OfConsultation = NonNullable<About['consultation']>

/** Where somebody opens a consultation: its learner in the app, its expert in the studio. */
const consultationAt = ({ id, isStaff }: OfConsultation) => (isStaff ? '/admin/calendar' : `/videoconsultations/${id}`)

function consultationBody({ startsAt, timezone, with: other }: OfConsultation, language: Language): string {
  return [consultationWhen(startsAt, language, timezone), other].filter(Boolean).join(' · ')
}

function consultationShown(of: OfConsultation, language: Language): Shown {
  const title = consultationTitle(of.what, language)
  return { title, body: consultationBody(of, language), url: consultationAt(of), tag: `consultation-${of.id}` }
}

/** The e-mail that reminds of a consultation. */
export function consultationLetter(of: OfConsultation, language: Language, origin: string) {
  const { open, zone } = consultationWords(language)
  return {
    subject: consultationTitle(of.what, language),
    paragraphs: [consultationBody(of, language)],
    action: { label: open, url: `${origin}${consultationAt(of)}` },
    footer: zone,
  }
}

/** The e-mail for a reminder. */
export function reminderLetter(text: string, language: Language, { home, off }: { home: string; off: string }) {
  const said = words[language].reminder
  return {
    subject: said.title,
    paragraphs: [text.trim() || said.text],
    action: { label: said.action, url: home },
    footer: `${said.why}\n${off}`,
  }
}

const alertSteps = ['overdue', 'h20', 'h12', 'fresh', 'reported'] as const

/** An alert of staff as a device shows it: what waits, the most urgent first; reports are decided about from the day of staff. */
function alertShown(counts: AlertCounts, language: Language): Shown {
  const said = words[language].alert
  const body = alertSteps.flatMap(step => (counts[step] > 0 ? [`${said[step]}: ${counts[step]}`] : [])).join(' · ')
  if (counts.reported === 0) return { title: said.title, body, url: '/admin/reviews', tag: 'alert' }
  const isAll = alertSteps.every(step => step === 'reported' || counts[step] === 0)
  return isAll
    ? { title: said.reports, body, url: '/admin/today', tag: 'alert-reports' }
    : { title: said.both, body, url: '/admin/today', tag: 'alert' }
}

/** The e-mail for an alert of staff. */
export function alertLetter(counts: AlertCounts, language: Language, origin: string) {
  const { action, today, why } = words[language].alert
  const { title, body, url } = alertShown(counts, language)
  return {
    subject: title,
    paragraphs: [body],
    action: { label: counts.reported > 0 ? today : action, url: `${origin}${url}` },
    footer: why,
  }
}
