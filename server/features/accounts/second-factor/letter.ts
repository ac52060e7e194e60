import { randomUUID } from 'node:crypto'
import { brandLetter } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { JobData, JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { Language } from '#shared/platform/contract.ts'
import { findOwner } from '../passwords/password-change.ts'

type Parts = {
  database: Db
  brands: Brands
  mailer: Mailer
  mailFrom?: string | undefined
}

type Words = { subject: string; paragraphs: string[]; footer: string }

const words: Record<Language, (school: string, isOn: boolean) => Words> = {
  en: (school, isOn) => ({
    subject: `${school}: two-step verification is ${isOn ? 'on' : 'off'}`,
    paragraphs: [
      isOn
        ? 'Two-step verification is now on for your account. Signing in takes a code from your authenticator app, and so does every device that is still signed in.'
        : 'Two-step verification has been turned off for your account. Signing in no longer takes a code.',
      'If it wasn’t you, set a new password at once with “Forgot your password?” and contact us: reply to this e-mail or use the address below.',
    ],
    footer: 'If it was you, or you asked your school for it, you don’t need to do anything.',
  }),
  ru: (school, isOn) => ({
    subject: `${school}: двухэтапный вход ${isOn ? 'включён' : 'выключен'}`,
    paragraphs: [
      isOn
        ? 'Для вашего аккаунта включён двухэтапный вход. Теперь при входе нужен код из приложения; его попросят и на устройствах, где вы уже вошли.'
        : 'Для вашего аккаунта выключен двухэтапный вход. Код при входе больше не нужен.',
      'Если это сделали не вы, сразу задайте новый пароль: «Забыли пароль?» — и напишите нам: ответьте на это письмо или воспользуйтесь адресом ниже.',
    ],
    footer: 'Если это были вы или вы просили об этом школу, ничего делать не нужно.',
  }),
  es: (school, isOn) => ({
    subject: `${school}: verificación en dos pasos ${isOn ? 'activada' : 'desactivada'}`,
    paragraphs: [
      isOn
        ? 'Tu cuenta tiene ahora activada la verificación en dos pasos. Para entrar hace falta un código de tu aplicación de autenticación, también en los dispositivos donde ya habías entrado.'
        : 'Se ha desactivado la verificación en dos pasos de tu cuenta. Ya no hace falta ningún código para entrar.',
      'Si no has sido tú, pon enseguida una contraseña nueva con «¿Olvidaste tu contraseña?» y escríbenos: responde a este mensaje o usa la dirección de abajo.',
    ],
    footer: 'Si has sido tú, o se lo pediste a tu escuela, no tienes que hacer nada.',
  }),
}

/** Queues the e-mail that tells a person of their second factor; call it in the transaction of the change. */
export function tellSecondFactor(jobs: Pick<JobQueue, 'send'>, tx: Db, userId: number, isOn: boolean): Promise<void> {
  return jobs.send(tx, 'send-second-factor-changed', randomUUID(), { userId, state: isOn ? 'on' : 'off' })
}

/** Sends that e-mail in the brand's look and the person's language. */
export async function sendSecondFactorChanged(parts: Parts, { userId, state }: JobData): Promise<void> {
  const { database, brands, mailer, mailFrom } = parts
  const owner = await findOwner(database, Number(userId))
  if (!owner) return
  const brand = brandById(brands, owner.brandId)
  const letter = { ...words[owner.language](brand.site.name, state === 'on'), to: owner.email, from: mailFrom }
  await mailer.deliver(brandLetter(brand, owner.language, letter))
}
