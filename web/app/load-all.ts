import { useSyncExternalStore } from 'react'
import { keepQueries, restoreQueries } from '#kit/cache/kept-queries.ts'
import { load, queryOf } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { settings } from '#kit/request/connection.ts'
import { createStore } from '#kit/ui/store.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { type LoadState, loadStep, type PlanFacts } from '#shared/features/accounts/rules.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { keepUser } from '#web/features/accounts/session.ts'
import { person } from '#web/platform/analytics.ts'
import { watchReads } from '#web/platform/failures.ts'
import type { Feature } from '#web/platform/feature.ts'
import { featuresOn } from './paths.ts'

/** How far the loading of the signed-in user's data is. */
export const loadState = createStore<LoadState>('pending')

const plan = createStore<PlanFacts | undefined>(undefined)

/** What the learner's plan allows, once the guards have needed it. */
export function usePlan(): PlanFacts | undefined {
  return useSyncExternalStore(plan.subscribe, plan.read)
}

export const useLoadState = (): LoadState => useSyncExternalStore(loadState.subscribe, loadState.read)

/** The reads features need for every signed-in user. */
const neededReads = () => featuresOn().flatMap(({ reads = [] }) => reads.filter(({ isNeeded }) => isNeeded))

/** Loads the user and whatever else features need; if that is already there, only syncs it. */
export async function loadAll(): Promise<void> {
  const step = loadStep(settings.token !== null, loadState.read())
  if (step === 'nothing') return
  if (step === 'load') {
    loadState.change(() => 'loading')
    await prepare()
  }
  const isThere = neededReads().every(one => queryClient.getQueryData(queryOf(one).queryKey) !== undefined)
  if (isThere) loadState.change(() => 'loaded')
  const synced = sync()
  if (isThere) return void synced.catch(() => {})
  await synced.then(
    () => loadState.change(() => 'loaded'),
    () => loadState.change(() => 'fail'),
  )
}

let isPrepared = false

/** Once: stores every read from now on, also of screens that do not wait, and restores what the device has stored for this user. */
async function prepare(): Promise<void> {
  if (isPrepared) return
  isPrepared = true
  keepQueries(queryClient)
  watchReads(queryClient)
  if (settings.userId !== null) await restoreQueries(queryClient, settings.userId)
}

async function sync(): Promise<void> {
  await Promise.all(neededReads().map(one => load(queryClient, one)))
  const user = queryClient.getQueryData(userQuery().queryKey)
  // Answered after the session has ended, it must not be remembered again.
  if (!user || settings.token === null) return
  if (user.id !== settings.userId) keepUser(user.id)
  const isActing = Boolean(user.impersonatedBy)
  const segments = user.segments.map(({ name }) => name)
  person.change(() => ({ id: user.id, segments, isInternal: user.isAdmin || isActing, isActing }))
  if (isActing) void import('./acting/show-acting.tsx').then(({ showActing }) => showActing(user))
  // Not awaited: without it the server still checks every call.
  void Promise.all(featuresOn().flatMap(one => planOf(one, user) ?? [])).then(
    ([found]) => plan.change(() => found),
    () => {},
  )
}

function planOf({ findPlan, reads = [] }: Feature, user: UserWire) {
  const answers = reads.filter(({ isNeeded }) => isNeeded).map(one => queryClient.getQueryData(queryOf(one).queryKey))
  return findPlan?.(user, answers)
}
