import { site } from '#kit/features/brands/site.ts'
import { clubLinks } from '#shared/features/clubs/rules.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { readOwnClubs } from './data.ts'
import { pickClub } from './pick-club.tsx'

/** Opens the learner’s club at its own address, of several the one that they pick; without one its page in the app. */
export async function openOwnClub(navigate: (to: string) => void): Promise<void> {
  const own = (await readOwnClubs()).filter(({ chatOnly }) => !chatOnly)
  const [only] = own
  const club = own.length > 1 ? await pickClub(own) : only
  if (club === false) return
  const address = club && clubLinks(club, site().config.communityUrls).menu
  if (address) window.open(address, '_blank', 'noopener')
  else navigate(club ? pathTo('club', { clubId: club.id }) : pathTo('clubs'))
}
