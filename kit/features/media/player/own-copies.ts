import { createStore } from '#kit/ui/store.ts'
import type { Video } from '#shared/features/media/forms.ts'

type Addresses = Partial<Pick<Video, 'url' | 'm3u8' | 'mp4'>>

/** Where films that are on this device are played from, by the key in their addresses; filled by what downloads them. */
export const ownCopies = createStore<ReadonlyMap<string, string>>(new Map())

/** The address of this device's own copy of a film, where it has one. */
export function ownCopyOf({ mp4, m3u8, url }: Addresses): string | undefined {
  const [, key = ''] = /^\/media\/([^/]+)\//.exec(mp4 ?? m3u8 ?? url ?? '') ?? []
  return ownCopies.read().get(key)
}
