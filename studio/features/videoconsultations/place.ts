import { useNow } from '#kit/ui/clock.ts'
import { weekdayOf } from '#shared/features/notifications/rules.ts'
import { addDays, isLocalDate, localDate } from '#shared/platform/times.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { useQueryState } from '#studio/platform/addresses.ts'

export type CalendarView = 'day' | 'week'

/** What the address says of the calendar, so that a consultation leads back to where one was. */
export function useCalendarQuery() {
  const { get, getId } = useQueryState()
  return { view: get('view'), date: get('date'), expert: getId('expert') }
}

/** Which days are shown, kept in the address: a day, or the week from Monday on. */
export function useCalendarPlace() {
  const { timezone } = useUser()
  const { set } = useQueryState()
  const today = localDate(useNow(60_000), timezone)
  const asked = useCalendarQuery()
  const view: CalendarView = asked.view === 'day' ? 'day' : 'week'
  const isFit = asked.date && isLocalDate(asked.date) && asked.date >= '2000-02-01' && asked.date < '2199-01-01'
  const date = (isFit && asked.date) || today
  const days = view === 'day' ? 1 : 7
  return {
    view,
    date,
    today,
    days,
    from: view === 'day' ? date : addDays(date, 1 - weekdayOf(date)),
    expertId: asked.expert,
    set,
    /** Goes on by so many days or weeks. */
    go: (steps: number) => set({ date: addDays(date, steps * days) }),
  }
}
