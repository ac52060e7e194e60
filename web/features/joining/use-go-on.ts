import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { request } from '#kit/request/request.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'

/** The way on after something that was demanded is done: the user is read again, then the guards decide. */
export function useGoOn(): () => Promise<void> {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return async () => {
    const now = await request('GET /user').catch(() => undefined)
    if (now) client.setQueryData(userQuery().queryKey, now.data)
    // The sign-in with a session leads to the stored return address, else home.
    navigate(pathTo('login'), { replace: true })
  }
}
