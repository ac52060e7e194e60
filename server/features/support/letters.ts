import type { Database } from '#server/platform/database/database.ts'
import { one } from '#server/platform/database/statement.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { Language } from '#shared/platform/contract.ts'
import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type DeskRow, deskColumns, deskTables } from './request-row.ts'
import { titlesOf } from './support-wire.ts'

type Parts = {
  database: Database
  brands: Brands
  mailer: Mailer
  publicUrl: string
  mailFrom?: string | undefined
}

type LetterRow = DeskRow & { brandId: string; text: string; anonymousEmail: string | null; firstText: string }

const findLetter = one<[messageId: number], LetterRow>(
  'find-support-letter',
  `select ${deskColumns}, r.brand_id as "brandId", said.text, r.email as "anonymousEmail", first.text as "firstText"
   from ${deskTables} join support_messages said on said.request_id = r.id
   join support_messages first on first.request_id = r.id and first.number = 1 where said.id = $1`,
)

const words: Record<Language, Record<'question' | 'from' | 'course' | 'open' | 'answer' | 'asked', string>> = {
  en: {
    question: 'Support request',
    from: 'From',
    course: 'Course',
    open: 'Open in the studio',
    answer: 'Answer to your question',
    asked: 'You asked',
  },
  ru: {
    question: 'Обращение в поддержку',
    from: 'От кого',
    course: 'Курс',
    open: 'Открыть в студии',
    answer: 'Ответ на ваш вопрос',
    asked: 'Вы спрашивали',
  },
  es: {
    question: 'Consulta de soporte',
    from: 'De',
    course: 'Curso',
    open: 'Abrir en el estudio',
    answer: 'Respuesta a tu pregunta',
    asked: 'Preguntaste',
  },
}

/** E-mails a question in the school's own language; replying to it reaches the asker. */
export async function sendQuestion(
  { database, brands, mailer, publicUrl, mailFrom }: Parts,
  data: JobData,
): Promise<void> {
  const row = await findLetter(database, Number(data['messageId']))
  if (!row) return
  const brand = brandById(brands, row.brandId)
  const { defaultLanguage: language, supportEmail } = brand.site
  const titles = await titlesOf({ db: database, language }, [row])
  const topic = brand.supportCategoryList.find(({ id }) => id === row.category_id)?.title[language]
  const course = row.course_id === null ? undefined : titles.get(row.course_id)
  const t = words[language]
  const about = [
    `${t.from}: ${[row.name, row.email].filter(Boolean).join(', ')}`,
    ...(course ? [`${t.course}: ${course}`] : []),
  ]
  const letter = brandLetter(brand, language, {
    to: supportEmail,
    subject: `${t.question} ${row.id}: ${[topic, row.name].filter(Boolean).join(', ')}`,
    paragraphs: [about.join('\n'), row.text],
    action: { label: t.open, url: `${brandOrigin(brand, publicUrl)}/admin/support/${row.id}` },
    from: mailFrom,
  })
  await mailer.deliver(row.email ? { ...letter, replyTo: row.email } : letter)
}

/** E-mails an answer to a visitor in their language; replying reaches the school's support. */
export async function sendAnswer({ database, brands, mailer, mailFrom }: Parts, data: JobData): Promise<void> {
  const row = await findLetter(database, Number(data['messageId']))
  if (!row?.anonymousEmail) return
  const brand = brandById(brands, row.brandId)
  const t = words[row.language]
  const letter = brandLetter(brand, row.language, {
    to: row.anonymousEmail,
    subject: `${t.answer}: ${brand.site.name}`,
    paragraphs: [row.text],
    footer: `${t.asked}:\n${row.firstText}`,
    from: mailFrom,
  })
  await mailer.deliver({ ...letter, replyTo: brand.site.supportEmail })
}
