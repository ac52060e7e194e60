import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { FirstStepsWire } from '#shared/features/today/contract.ts'

const minuteMs = 60_000

export const todayQuery = () => queryOptions({ ...callQuery('GET /studio/today'), refetchInterval: minuteMs })

/** Whether the test e-mail is still on its way to the mail server; after a minute nobody waits for it any more. */
export const isUnderWay = ({ asked_at: asked, sent_at: sent, problem }: FirstStepsWire['letter'], now: number) =>
  asked !== null && sent === null && problem === null && now - asked * 1000 < minuteMs

export const firstStepsQuery = () =>
  queryOptions({
    ...callQuery('GET /studio/first-steps'),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.letter, Date.now()) ? 1500 : minuteMs),
  })

export async function sendTestLetter(): Promise<void> {
  await request('POST /studio/test-letter', {})
  await queryClient.invalidateQueries({ queryKey: ['GET /studio/first-steps'] })
}

/** Tells that the link of a test e-mail was opened; fails with the server's reason for an earlier one. */
export const openedQuery = (token: string) =>
  queryOptions({
    queryKey: ['POST /test-letter', token] as const,
    queryFn: async () => (await request('POST /test-letter', { body: { token } })).data,
    retry: false,
    gcTime: 0,
  })

/** Has failed jobs tried again; answers how many, as somebody else may have been first. */
export async function retryJobs(): Promise<number> {
  const { data } = await request('POST /studio/failed-jobs/retry', {})
  await queryClient.invalidateQueries({ queryKey: ['GET /studio/today'] })
  return data.retried
}

export const backupsQuery = () =>
  queryOptions({
    ...callQuery('GET /studio/backups'),
    refetchInterval: ({ state: { data } }) => (data?.is_under_way ? 3000 : minuteMs),
  })

/** Asks the server for a backup; one that is under way is enough. */
export async function backUp(): Promise<void> {
  await request('POST /studio/backups', {})
  await queryClient.invalidateQueries({ queryKey: ['GET /studio/backups'] })
}
