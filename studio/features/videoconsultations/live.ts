import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { refreshHours } from './data.ts'

/** The room of the school's calendar, for those who work with it. */
function useCalendarRoom() {
  const { role } = useUser()
  return role === 'expert' || role === 'support' || role === 'admin' ? [{ id: settings.appId, after: null }] : []
}

/** A booking, a request or an expert's hours have changed: what is shown of them is stale. */
export const live = listen({
  videodesk: { useRooms: useCalendarRoom, signals: { video_calendar: { hear: () => void refreshHours() } } },
})
