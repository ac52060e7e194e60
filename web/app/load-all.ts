import { useSyncExternalStore } from 'react'
import { keepQueries, restoreQueries } from '#kit/cache/kept-queries.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { settings } from '#kit/request/connection.ts'
import { createStore } from '#kit/ui/store.ts'
import { type LoadState, loadStep } from '#shared/features/accounts/rules.ts'
import { userQuery } from '../features/accounts/data.ts'
import { keepUser } from '../features/accounts/session.ts'
import { streamsQuery } from '../features/streams/data.ts'

const state = createStore<LoadState>('pending')

/** How far the data of the signed-in user is (GRD-06). */
export function useLoadState(): LoadState {
  return useSyncExternalStore(state.subscribe, state.read)
}

/** Loads the user and the course streams; when they are there, from the device or from before, only syncs them (GRD-06). */
export async function loadAll(): Promise<void> {
  const step = loadStep(settings.token !== null, state.read())
  if (step === 'nothing') return
  if (step === 'load') {
    state.change(() => 'loading')
    await prepare()
  }
  const isThere = queryClient.getQueryData(userQuery().queryKey) && queryClient.getQueryData(streamsQuery().queryKey)
  if (isThere) state.change(() => 'loaded')
  const synced = sync()
  if (isThere) return void synced.catch(() => {})
  await synced.then(
    () => state.change(() => 'loaded'),
    () => state.change(() => 'fail'),
  )
}

let isPrepared = false

/** Once: what the device kept of this user, and from now on whatever is read. */
async function prepare(): Promise<void> {
  if (isPrepared) return
  isPrepared = true
  if (settings.userId !== null) await restoreQueries(queryClient, settings.userId)
  keepQueries(queryClient)
}

async function sync(): Promise<void> {
  const streams = queryClient.fetchQuery(streamsQuery())
  const [user] = await Promise.all([queryClient.fetchQuery(userQuery()), streams])
  if (user.id !== settings.userId) keepUser(user.id)
}
