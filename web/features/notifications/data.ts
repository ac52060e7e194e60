import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { ReminderWire } from '#shared/features/notifications/contract.ts'
import { type ReminderInput, reminderFromWire, reminderToWire } from '#shared/features/notifications/forms.ts'

const remindersQuery = () => callQuery('GET /user-reminders')

/** The learner's reminders; always refetched, since their next times pass. */
export function useReminders() {
  return useQuery({ ...remindersQuery(), staleTime: 0, select: reminders => reminders.map(reminderFromWire) })
}

function keep(change: (known: ReminderWire[]) => ReminderWire[]): void {
  const { queryKey } = remindersQuery()
  queryClient.setQueryData(queryKey, known => known && change(known))
  void queryClient.invalidateQueries({ queryKey })
}

/** Adds a reminder; a retry of the same one passes the same `idempotencyKey`. */
export async function addReminder(input: ReminderInput, idempotencyKey: string) {
  const { data } = await request('POST /user-reminders', { body: reminderToWire(input), idempotencyKey })
  keep(known => [...known.filter(({ id }) => id !== data.id), data])
  return reminderFromWire(data)
}

export async function changeReminder(id: number, input: ReminderInput) {
  const { data } = await request('PUT /user-reminders/:id', { params: { id }, body: reminderToWire(input) })
  keep(known => known.map(one => (one.id === id ? data : one)))
  return reminderFromWire(data)
}

/** Succeeds if the reminder is gone already. */
export async function deleteReminder(id: number): Promise<void> {
  const { status } = await request('DELETE /user-reminders/:id', { params: { id }, asIs: true })
  if (status >= 400 && status !== 404) throw new Error(`The reminder was not deleted: ${status}`)
  keep(known => known.filter(one => one.id !== id))
}

/** Ends what an e-mail's link names, a reminder or e-mails that were chosen; no sign-in needed. */
export async function unsubscribe(token: string): Promise<void> {
  await request('POST /unsubscribe', { body: { token } })
  void makeStale('GET /user-reminders', 'GET /user-notice-choices', 'GET /user-digest')
}
