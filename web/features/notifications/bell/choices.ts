import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { changeAtOnce } from '#kit/cache/change-at-once.ts'
import { request } from '#kit/request/request.ts'
import type { NoticeChoiceWire } from '#shared/features/notifications/notice-calls.ts'

type Choice = Pick<NoticeChoiceWire, 'kind' | 'way'>

const choicesQuery = () => callQuery('GET /user-notice-choices')

/** By which way the learner hears of each kind of what happens; read again each time, since an e-mail of theirs can end such ones. */
export const useChoices = () => useQuery({ ...choicesQuery(), staleTime: 0 })

/** Chooses at once by which way a kind comes. */
export function choose({ kind, way }: Choice): Promise<void> {
  return changeAtOnce(
    choicesQuery().queryKey,
    all => all.map(one => (one.kind === kind ? { ...one, way } : one)),
    () => request('PUT /user-notice-choices', { body: { kind, way } }),
  )
}
