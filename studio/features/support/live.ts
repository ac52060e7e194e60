import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { refreshRequests } from './data.ts'

/** The support desk's room, for those who work there. */
function useSupportDesk() {
  const { role } = useUser()
  return role === 'support' || role === 'admin' ? [{ id: settings.appId, after: null }] : []
}

export const live = listen({
  support: {
    useRooms: useSupportDesk,
    signals: { support: { by: 'request_id', hear: ({ request_id: id }) => refreshRequests(id) } },
  },
})
