import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { brandLetter, brandOrigin, type Letter } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import { letterProblem } from '#shared/features/today/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import { findOwnAddress, setLetterFailed, setLetterSecret, setLetterSent } from './queries.ts'

type Parts = Pick<ServerParts, 'database' | 'mailer' | 'clock' | 'publicUrl' | 'mailFrom'> & { brands: Brands }

const longestDetail = 300

const words: Record<Language, (school: string) => Pick<Letter, 'subject' | 'paragraphs'> & { label: string }> = {
  en: school => ({
    subject: `${school}: this e-mail arrived`,
    paragraphs: ['Your school can send e-mails. Open the link to check this step off.'],
    label: 'It arrived',
  }),
  ru: school => ({
    subject: `${school}: письмо дошло`,
    paragraphs: ['Ваша школа может отправлять письма. Откройте ссылку, чтобы отметить этот шаг.'],
    label: 'Письмо дошло',
  }),
  es: school => ({
    subject: `${school}: este correo ha llegado`,
    paragraphs: ['Tu escuela puede enviar correos. Abre el enlace para dar este paso por hecho.'],
    label: 'Ha llegado',
  }),
}

/** The job that sends a test e-mail. A refusal is kept for whoever waits, who tries again; the queue does not. */
export async function sendTestLetter(parts: Parts, { userId, brandId }: JobData): Promise<void> {
  const { database, brands, mailer, clock, publicUrl, mailFrom } = parts
  const brand = brandById(brands, String(brandId))
  const person = await findOwnAddress(database, Number(userId))
  if (!person) return
  const token = newToken()
  await setLetterSecret(database, brand.id, hashToken(token))
  const { label, ...said } = words[person.language](brand.site.name)
  const action = { label, url: `${brandOrigin(brand, publicUrl)}/admin/letter?token=${token}` }
  try {
    await mailer.deliver(brandLetter(brand, person.language, { ...said, action, to: person.email, from: mailFrom }))
  } catch (error) {
    const { code, detail } = refusalOf(error)
    await setLetterFailed(database, brand.id, letterProblem(code), detail.slice(0, longestDetail))
    return
  }
  await setLetterSent(database, brand.id, clock() / 1000)
}

/** The mail server's answer where there is one, otherwise what went wrong on the way. */
function refusalOf(error: unknown): { code: unknown; detail: string } {
  if (!(error instanceof Error)) return { code: undefined, detail: '' }
  const response = 'response' in error && typeof error.response === 'string' ? error.response : undefined
  return { code: 'code' in error ? error.code : undefined, detail: response ?? error.message }
}
