import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'

/** The verdict that a status brings, unless it was known before. */
export function verdictNews(
  before: Pick<UserHomeworkWire, 'status'> | undefined,
  { status }: Pick<UserHomeworkWire, 'status'>,
): Verdict | undefined {
  return (status === 'DONE' || status === 'FAIL') && before?.status !== status ? status : undefined
}

export type HomeworkNews = { verdict: Verdict; streamId: number; homeworkId: number; title: string | undefined }
