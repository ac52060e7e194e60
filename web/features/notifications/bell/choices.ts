import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { NoticeChoiceWire } from '#shared/features/notifications/notice-calls.ts'

type Choice = Pick<NoticeChoiceWire, 'kind' | 'way'>

const choicesQuery = () => callQuery('GET /user-notice-choices')

/** By which way the learner hears of each kind of what happens; read again each time, since an e-mail of theirs can end such ones. */
export const useChoices = () => useQuery({ ...choicesQuery(), staleTime: 0 })

const show = ({ kind, way }: Choice) =>
  queryClient.setQueryData(choicesQuery().queryKey, all => all?.map(one => (one.kind === kind ? { ...one, way } : one)))

let sending: Promise<unknown> = Promise.resolve()

/** Chooses a way at once and sends it after those chosen before; what is not taken is shown again as it was. */
export async function choose(choice: Choice): Promise<void> {
  const before = queryClient.getQueryData(choicesQuery().queryKey)?.find(({ kind }) => kind === choice.kind)
  show(choice)
  const sent = sending.then(() => request('PUT /user-notice-choices', { body: choice }))
  sending = sent.catch(() => {})
  try {
    await sent
  } catch (error) {
    if (before) show(before)
    throw error
  }
}
