import { read } from '#kit/request/early-reads.ts'
import type { CommunityWire } from '#shared/features/clubs/contract.ts'
import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { clubs: '/clubs' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const all = read('GET /community')
/** Delay before reading what is not urgent, in ms. */
const longAfter = 3000
/** So that the menu knows whether there are any. */
const readClubs = () => import('./data.ts').then(module => module.readOwnClubs())

async function openClub(navigate: (to: string) => void): Promise<void> {
  const [{ openOwnClub }] = await Promise.all([import('./open-own-club.tsx'), addCopy('account')])
  await openOwnClub(navigate)
}

/** Members’ parts of a school: one’s own clubs, and those that one may join. */
export const clubs = declareFeature(addresses, {
  isOn: ({ isCommunityEnable }) => isCommunityEnable,
  copy: 'account',
  live: () => import('./live.ts'),
  whenSignedIn: () => new Promise(resolve => setTimeout(resolve, longAfter)).then(readClubs),
  screens: {
    clubs: {
      screen: () => import('./ClubsScreen.tsx'),
      data: () => [all],
      section: 'home',
      title: 'shell.title.clubs',
      parent: 'home',
    },
  },
  menu: [
    {
      at: { general: 20 },
      label: 'shell.title.clubs',
      icon: 'users',
      needs: {
        read: all,
        isMet: (clubs: CommunityWire[]) => clubs.some(club => club.type === 'owned' && !club.chat_only),
      },
      act: (_, navigate) => openClub(navigate),
    },
    {
      at: { activity: 40 },
      label: 'shell.title.clubs',
      icon: 'chat',
      needs: { read: all, isMet: (clubs: CommunityWire[]) => clubs.some(club => club.type !== 'hidden') },
      address: 'clubs',
    },
  ],
})
