import { queryClient } from '#kit/cache/query-client.ts'

const shown = /online-consultation|events$/

/** Reads again what shows video consultations, and what is free. */
export function refreshVideoConsultations(): Promise<unknown> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => shown.test(String(name)) })
}
