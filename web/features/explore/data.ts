import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'

/** A page at a path below /explore. */
export const usePublicPage = (path: string) => useQuery(callQuery('GET /public-page', { query: { path } }))
