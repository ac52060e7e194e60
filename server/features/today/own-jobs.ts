import type { WhichJobs } from '#server/platform/jobs/failed-jobs.ts'
import type { JobName } from '#shared/features/today/rules.ts'

/** What each job is about: the field of its data that names it; the whole server's jobs are every brand's. */
const subjects: Record<JobName, keyof typeof ofBrand | 'server'> = {
  'convert-video': 'mediaId',
  'handle-payment-event': 'accountId',
  'import-course': 'importId',
  'make-backup': 'server',
  'make-backup-by-hand': 'server',
  'measure-download': 'mediaId',
  'send-email-changed': 'changeId',
  'send-email-code': 'userId',
  'send-invitation': 'userId',
  'send-order-letter': 'orderId',
  'send-password-changed': 'userId',
  'send-password-reset': 'userId',
  'send-phone-code': 'userId',
  'send-receipt': 'receiptId',
  'send-second-factor-changed': 'userId',
  'send-support-answer': 'messageId',
  'send-support-letter': 'messageId',
  'send-test-letter': 'userId',
  'tell-video-consultation': 'userId',
}

/** SQL: the rows of the brand $1 that can be named so. */
const ofBrand = {
  userId: 'select id from users where brand_id = $1',
  changeId: 'select e.id from email_changes e join users u on u.id = e.user_id where u.brand_id = $1',
  mediaId: 'select id from media where brand_id = $1',
  importId: 'select id from course_imports where brand_id = $1',
  accountId: 'select id from payment_accounts where brand_id = $1',
  orderId: 'select id from orders where brand_id = $1',
  receiptId: 'select id from receipts where brand_id = $1',
  messageId: 'select m.id from support_messages m join support_requests r on r.id = m.request_id where r.brand_id = $1',
}

const namesOf = (subject: string) =>
  Object.entries(subjects).flatMap(([name, its]) => (its === subject ? `'${name}'` : []))

const isOwn = [
  `j.name in (${namesOf('server').join(', ')})`,
  ...Object.entries(ofBrand).map(
    ([field, rows]) =>
      `j.name in (${namesOf(field).join(', ')}) and exists (select from (${rows}) own where own.id = (j.data->>'${field}')::bigint)`,
  ),
].join(' or ')

/** A brand's own failed jobs, and those of the whole server. */
export const jobsOfBrand = (brandId: string): WhichJobs => ({ where: isOwn, values: [brandId] })
