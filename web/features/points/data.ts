import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'

export function useBalance() {
  return useQuery({ ...callQuery('GET /user-score/amount'), select: ({ amount }) => amount })
}

/** From how many points on they can be spent, and what they take off a price. */
export function useSpending() {
  return useQuery(callQuery('GET /user-score/spending'))
}

/** Makes the balance and the ledger stale. */
export function refreshPoints(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['GET /user-score/amount'] })
  void client.invalidateQueries({ queryKey: ['GET /user-score'] })
}
