import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { useClubChat } from '#web/features/clubchat/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './Clubs.module.css'

/** Leads to a club’s chat in the app, with how much is unread there once that is known. */
export function ClubChatLink({ club: { id, title } }: { club: Club }) {
  const t = useCopy()
  const unread = useClubChat(id).data?.unread_count ?? 0
  return (
    <Link href={pathTo('clubChat', { clubId: id })} className={styles.link}>
      {t('clubs.action.chat')}
      <VisuallyHidden> {t('clubs.of', { title })}</VisuallyHidden>
      {unread > 0 && <Badge tone="accent">{t('clubs.chat.unread', { count: unread })}</Badge>}
    </Link>
  )
}
