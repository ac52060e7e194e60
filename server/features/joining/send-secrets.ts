import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Job } from '#server/platform/feature.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { Texter } from '#server/platform/sms/open-texter.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { codeText, codeWords, resetWords } from './letters.ts'
import { findAddressee, findPhoneAwaited, setPhoneCode, upsertCode } from './queries.ts'
import { codeSeconds, hashCode, newCode, resetSeconds } from './codes.ts'

type Parts = {
  database: Database
  brands: Brands
  mailer: Mailer
  texter: Texter
  clock(): number
  publicUrl: string
  codeKey: string
  mailFrom?: string | undefined
}

/**
 * The jobs that send links and codes. Each gets only a person's id, 0 for an unknown address, and creates the secret
 * when it sends it: no secret waits in the queue, and a failed try leaves none that anybody knows.
 */
export function joiningJobs(parts: Parts): Record<string, Job> {
  return {
    'send-password-reset': { work: data => sendReset(parts, idIn(data)), atOnce: 2 },
    'send-email-code': { work: data => sendEmailCode(parts, idIn(data)), atOnce: 2 },
    'send-phone-code': { work: data => sendPhoneCode(parts, idIn(data)), atOnce: 2 },
  }
}

const idIn = (data: JobData) => Number(data['userId'])

async function sendReset({ database, brands, mailer, clock, publicUrl, mailFrom }: Parts, userId: number) {
  const person = await findAddressee(database, userId)
  if (!person) return
  const brand = brandById(brands, person.brandId)
  const token = newToken()
  const address = person.email.toLowerCase()
  await upsertCode(database, userId, 'password-reset', address, hashToken(token), clock() / 1000, resetSeconds)
  const { label, ...words } = resetWords(person.language, brand.site.name, person.hasPassword)
  const action = { label, url: `${brandOrigin(brand, publicUrl)}/reset?token=${token}` }
  await mailer.deliver(brandLetter(brand, person.language, { ...words, action, to: person.email, from: mailFrom }))
}

async function sendEmailCode({ database, brands, mailer, clock, codeKey, mailFrom }: Parts, userId: number) {
  const person = await findAddressee(database, userId)
  if (!person) return
  const brand = brandById(brands, person.brandId)
  const code = newCode()
  const address = person.email.toLowerCase()
  const hash = hashCode(codeKey, person.brandId, address, code)
  await upsertCode(database, userId, 'email', address, hash, clock() / 1000, codeSeconds)
  const words = codeWords(person.language, brand.site.name, code)
  await mailer.deliver(brandLetter(brand, person.language, { ...words, to: person.email, from: mailFrom }))
}

async function sendPhoneCode({ database, brands, texter, clock, codeKey }: Parts, userId: number) {
  const awaited = await findPhoneAwaited(database, userId)
  if (!awaited) return
  const { brandId, phone, language } = awaited
  const code = newCode()
  const hash = hashCode(codeKey, brandId, phone, code)
  if ((await setPhoneCode(database, userId, phone, hash, clock() / 1000, codeSeconds)) === 0) return
  await texter.deliver({ to: phone, brandId, text: codeText(language, brandById(brands, brandId).site.name, code) })
}
