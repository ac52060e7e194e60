import { randomUUID } from 'node:crypto'
import { brandLetter } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { JobData, JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { Language } from '#shared/platform/contract.ts'

type Parts = {
  database: Db
  brands: Brands
  mailer: Mailer
  mailFrom?: string | undefined
}

/** Whom to tell of a change of their account. Includes accounts that have ended: whoever took one over may have ended it too. */
export const findOwner = one<[userId: number], { brandId: string; language: Language; email: string }>(
  'find-owner-of-changed-account',
  `select brand_id as "brandId", language_code as language, email from users where id = $1 and email is not null`,
)

const words: Record<Language, (school: string) => { subject: string; paragraphs: string[]; footer: string }> = {
  en: school => ({
    subject: `${school}: your account has a new password`,
    paragraphs: [
      'A new password has been set for your account. Sign in with it from now on; your other devices have been signed out.',
      'If you didn’t set it, request another one at once with “Forgot your password?” and contact us: reply to this e-mail or use the address below.',
    ],
    footer: 'If it was you, you don’t need to do anything.',
  }),
  ru: school => ({
    subject: `${school}: у вашего аккаунта новый пароль`,
    paragraphs: [
      'Для вашего аккаунта задан новый пароль. Теперь входите с ним; на других устройствах сеансы завершены.',
      'Если это сделали не вы, сразу запросите другой: «Забыли пароль?» — и напишите нам: ответьте на это письмо или воспользуйтесь адресом ниже.',
    ],
    footer: 'Если это были вы, ничего делать не нужно.',
  }),
  es: school => ({
    subject: `${school}: tu cuenta tiene una contraseña nueva`,
    paragraphs: [
      'Se ha establecido una contraseña nueva para tu cuenta. A partir de ahora, entra con ella; hemos cerrado la sesión en tus otros dispositivos.',
      'Si no has sido tú, pide otra enseguida con «¿Olvidaste tu contraseña?» y escríbenos: responde a este mensaje o usa la dirección de abajo.',
    ],
    footer: 'Si has sido tú, no tienes que hacer nada.',
  }),
}

/** Queues the e-mail that tells a person of their new password; call it in the transaction of the change. */
export function tellNewPassword(jobs: Pick<JobQueue, 'send'>, tx: Db, userId: number): Promise<void> {
  return jobs.send(tx, 'send-password-changed', randomUUID(), { userId })
}

/** Sends that e-mail in the brand's look and the person's language. */
export async function sendPasswordChanged({ database, brands, mailer, mailFrom }: Parts, data: JobData): Promise<void> {
  const owner = await findOwner(database, Number(data['userId']))
  if (!owner) return
  const brand = brandById(brands, owner.brandId)
  const letter = { ...words[owner.language](brand.site.name), to: owner.email, from: mailFrom }
  await mailer.deliver(brandLetter(brand, owner.language, letter))
}
