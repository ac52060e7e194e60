import { queryOptions } from '@tanstack/react-query'
import { request } from '#kit/request/request.ts'

/** Whether the link of the start still works; fails with the server's reason when it does not. */
export const linkQuery = (code: string) =>
  queryOptions({
    queryKey: ['POST /setup/check', code] as const,
    queryFn: async ({ signal }) => (await request('POST /setup/check', { body: { code }, signal })).data,
    retry: false,
    gcTime: 0,
  })
