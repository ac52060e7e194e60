import type { Placement, Position } from '#shared/features/banners/slots.ts'
import { declareFeature } from '#web/platform/feature.ts'
import { unhurried } from '#web/platform/unhurried.ts'

const addresses = { banners: '/banners' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What the school shows at a place of a screen; with a course or days, banners of other ones do not stand there. */
    banners: {
      place: `${Position} ${Placement}`
      courseId?: number
      dayIds?: readonly number[]
      /** Only what is of these days: the others stand further up. */
      isOfDays?: boolean
    }
  }
}

async function loadSlot() {
  await unhurried()
  return (await import('./BannerSlot.tsx')).BannerSlot
}

/** What the school wants its learners to see, at places of its screens and on a page of its own. */
export const banners = declareFeature(addresses, {
  isOn: ({ isBannerEnable }) => isBannerEnable,
  copyOf: { 'banners.': 'account' },
  slots: { banners: loadSlot },
  screens: {
    banners: {
      screen: () => import('./BannersScreen.tsx'),
      section: 'home',
      copy: 'account',
      title: 'shell.title.banners',
      parent: 'home',
    },
  },
})
