import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { mostUnread } from '#shared/features/clubchat/rules.ts'
import { clubLinks } from '#shared/features/clubs/rules.ts'
import styles from '#web/features/clubs/Clubs.module.css'
import { pathTo } from '#web/platform/addresses.ts'
import { useUnreadInClub } from './data.ts'

/** Leads members to their club’s chat, unless the club or the school has its chat elsewhere. */
export function ClubChatLink({ club }: { club: Club }) {
  const { communityUrls } = site().config
  const isHere = club.type === 'owned' && !communityUrls.host && !clubLinks(club, communityUrls).chat
  return isHere ? <ChatLink club={club} /> : null
}

function ChatLink({ club: { id, title } }: { club: Club }) {
  const t = useCopy()
  const unread = useUnreadInClub(id)
  return (
    <Link href={pathTo('clubChat', { clubId: id })} className={styles.link}>
      {t('clubs.action.chat')}
      <VisuallyHidden> {t('clubs.of', { title })}</VisuallyHidden>
      {unread > 0 && (
        <Badge tone="accent">
          {unread < mostUnread ? t('clubchat.unread', { count: unread }) : t('clubchat.unread.many')}
        </Badge>
      )}
    </Link>
  )
}
