import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { clubLinks, type ClubType } from '#shared/features/clubs/rules.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './Clubs.module.css'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Further ways out of a club. */
    clubWays: { club: Club }
  }
}

const tones = { owned: 'success', recommended: 'accent', expired: 'warning' } as const

/** What a club is to the learner. */
export function ClubBadge({ type }: { type: Exclude<ClubType, 'hidden'> }) {
  const t = useCopy()
  return <Badge tone={tones[type]}>{t(`clubs.type.${type}`)}</Badge>
}

/** Where a club leads on to, after `children`. */
export function ClubWays({ club, children }: { club: Club; children?: ReactNode }) {
  const t = useCopy()
  const { communityUrls } = site().config
  const links = clubLinks(club, communityUrls)
  const actions = (['view_all', 'aboutClub', 'chat', 'faq'] as const).flatMap(action => {
    const href = links[action]
    return href ? [{ action, href }] : []
  })
  return (
    <p className={styles.actions}>
      {children}
      {actions.map(({ action, href }) => (
        <a key={action} href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
          {t(`clubs.action.${action}`)}
          <VisuallyHidden> {t('clubs.of', { title: club.title })}</VisuallyHidden>
        </a>
      ))}
      <Slot name="clubWays" club={club} />
      {club.type === 'expired' && (
        <LinkButton look="secondary" href={`${pathTo('subscriptions')}?warning=true`}>
          {t('clubs.renew')}
          <VisuallyHidden> {t('clubs.of', { title: club.title })}</VisuallyHidden>
        </LinkButton>
      )}
    </p>
  )
}
