import { brandLetter } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type Db, one, run } from '#server/platform/database/statement.ts'
import type { JobData, JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { Language } from '#shared/platform/contract.ts'

type Parts = {
  database: Db
  brands: Brands
  mailer: Mailer
  mailFrom?: string | undefined
}

const keepOldEmail = one<[userId: number, oldEmail: string], { id: number }>(
  'keep-old-email',
  'insert into email_changes (user_id, old_email) values ($1, $2) returning id',
)

// Includes accounts that have since ended: whoever took one over may have ended it too.
const findChange = one<
  [changeId: number],
  { brandId: string; language: Language; email: string | null; oldEmail: string }
>(
  'find-email-change',
  `select u.brand_id as "brandId", u.language_code as language, u.email, c.old_email as "oldEmail"
     from email_changes c join users u on u.id = c.user_id where c.id = $1`,
)

const forgetOldEmail = run<[changeId: number]>('forget-old-email', 'delete from email_changes where id = $1')

const words: Record<Language, (school: string) => { subject: string; paragraphs: string[]; footer: string }> = {
  en: school => ({
    subject: `${school}: your account’s e-mail has changed`,
    paragraphs: [
      'The e-mail of your account has been changed. From now on, use the new address to sign in; our e-mails will go there, too.',
      'If you didn’t change it, contact us at once: reply to this e-mail or use the address below.',
    ],
    footer: 'If it was you, you don’t need to do anything.',
  }),
  ru: school => ({
    subject: `${school}: почта вашего аккаунта изменена`,
    paragraphs: [
      'Адрес почты вашего аккаунта изменён. Теперь входите с новым адресом; наши письма тоже будут приходить на него.',
      'Если это сделали не вы, сразу напишите нам: ответьте на это письмо или воспользуйтесь адресом ниже.',
    ],
    footer: 'Если это были вы, ничего делать не нужно.',
  }),
  es: school => ({
    subject: `${school}: ha cambiado el correo de tu cuenta`,
    paragraphs: [
      'Se ha cambiado el correo de tu cuenta. A partir de ahora, entra con la dirección nueva; allí te enviaremos también nuestros mensajes.',
      'Si no lo has cambiado tú, escríbenos enseguida: responde a este mensaje o usa la dirección de abajo.',
    ],
    footer: 'Si has sido tú, no tienes que hacer nada.',
  }),
}

/**
 * Queues a notice to a previously proven address that the account now has another one; call it in the transaction of
 * the change. The old address is kept beside the account until then, and not in the queue: who is erased takes it along.
 */
export async function tellOldEmail(
  jobs: Pick<JobQueue, 'send'>,
  tx: Db,
  userId: number,
  oldEmail: string,
): Promise<void> {
  const kept = await keepOldEmail(tx, userId, oldEmail)
  if (kept) await jobs.send(tx, 'send-email-changed', String(kept.id), { changeId: kept.id })
}

/** Sends that notice in the brand's look and the person's language, unless the account has the old address again. */
export async function sendEmailChanged({ database, brands, mailer, mailFrom }: Parts, data: JobData): Promise<void> {
  const changeId = Number(data['changeId'])
  const change = await findChange(database, changeId)
  if (!change) return
  const { brandId, language, email, oldEmail } = change
  const brand = brandById(brands, brandId)
  const letter = { ...words[language](brand.site.name), to: oldEmail, from: mailFrom }
  if (email?.toLowerCase() !== oldEmail.toLowerCase()) await mailer.deliver(brandLetter(brand, language, letter))
  await forgetOldEmail(database, changeId)
}
