import { newUuid } from '#kit/request/new-key.ts'
import { track } from '#web/platform/analytics.ts'

/** Counts one showing of a banner: that it was seen and that it was followed are told once each, under the same random number. */
export function countView(bannerId: number) {
  const view = newUuid()
  const told = new Set<string>()
  return (name: 'banner_show' | 'banner_click') => {
    if (told.has(name)) return
    told.add(name)
    track({ name, banner_id: bannerId, view })
  }
}
