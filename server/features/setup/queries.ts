import { one, run } from '#server/platform/database/statement.ts'

/** SQL: whether somebody may administer a school of the database. */
const hasAdministrator = `exists (select from users where role = 'admin' and status > 0 and blocked_at is null)`

/** Keeps the code of the latest start, in place of the one before, unless somebody administers the school by now. */
export const replaceCode = run<[codeHash: Buffer]>(
  'replace-setup-code',
  `insert into setup_codes (code_hash) select $1 where not ${hasAdministrator}
   on conflict (is_only) do update set code_hash = excluded.code_hash, created_at = now()`,
)

/** Whether a school of the database has an administrator, and whether this is the code of the latest start. */
export const findSetup = one<[codeHash: Buffer], { hasAdministrator: boolean; isCode: boolean }>(
  'find-setup',
  `select ${hasAdministrator} as "hasAdministrator",
          exists (select from setup_codes where code_hash = $1) as "isCode"`,
)

/** Spends the code; of two parallel tries, and when somebody administers the school by now, only one or none succeeds. */
export const takeCode = run<[codeHash: Buffer]>(
  'take-setup-code',
  `delete from setup_codes where code_hash = $1 and not ${hasAdministrator}`,
)
