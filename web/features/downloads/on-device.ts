import { useSyncExternalStore } from 'react'
import { ownCopies } from '#kit/features/media/player/own-copies.ts'
import { settings } from '#kit/request/connection.ts'
import { createStore } from '#kit/ui/store.ts'
import { person } from '#web/platform/analytics.ts'
import { type DownloadSettings, filesOf, onChanged } from './device/records.ts'
import type { StoredFile } from './device/stored-file.ts'
import { readSettings } from './device/settings.ts'
import { type DownloadRequest, readRequests } from './requests.ts'

type OnDevice = {
  /** Undefined until it has been read. */
  files: readonly StoredFile[] | undefined
  requests: readonly DownloadRequest[]
  settings: DownloadSettings | undefined
}

const store = createStore<OnDevice>({ files: undefined, requests: [], settings: undefined })

/**
 * Whether films are kept here: the browser has private files, locks between tabs, and its service worker can tell the session;
 * and it is the learner, not staff who act as them.
 */
export const canDownload = (): boolean =>
  !person.read()?.isActing &&
  'serviceWorker' in navigator &&
  'locks' in navigator &&
  'storage' in navigator &&
  'getDirectory' in navigator.storage &&
  'cookieStore' in globalThis

/** Reads what is on this device again, for all who show it and for the player. */
export async function refreshDevice(): Promise<void> {
  const { userId } = settings
  if (userId === null) return
  const [files, own] = await Promise.all([filesOf(userId), readSettings(userId)])
  store.change(() => ({ files, requests: readRequests(userId), settings: own }))
  const films = files.filter(file => file.status === 'loaded' && file.kind === 'video' && file.purpose !== 'beside')
  ownCopies.change(() => new Map(films.map(file => [file.url.split('/')[2] ?? '', file.localUrl])))
}

/** How long changes are collected, in ms. */
const gathering = 150

let isFollowing = false

/** Follows what workers and other tabs change, from the first call on. */
export function followDevice(): void {
  if (isFollowing) return
  isFollowing = true
  let timer: ReturnType<typeof setTimeout> | undefined
  onChanged(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refreshDevice().catch(() => {})
    }, gathering)
  })
  void refreshDevice().catch(() => {})
}

/** What of the signed-in person's is on this device. */
export function useDevice(): OnDevice {
  return useSyncExternalStore(store.subscribe, store.read)
}
