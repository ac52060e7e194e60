import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { ClubIntro } from './ClubIntro.tsx'
import styles from './Clubs.module.css'
import { ClubBadge, ClubWays } from './ClubWays.tsx'
import { useClubs } from './data.ts'

/** `/clubs`: the learner’s own clubs, those of their courses, and those that have ended. */
export function ClubsScreen() {
  const t = useCopy()
  return (
    <div className={styles.clubs}>
      <h1>{t('shell.title.clubs')}</h1>
      <Clubs />
    </div>
  )
}

function Clubs() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useClubs()
  if (!data && error)
    return (
      <LoadFailure
        title={t('clubs.failed')}
        offlineTitle={t('clubs.failed')}
        offlineText={t('clubs.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="8rem" />
        <Skeleton shape="box" height="8rem" />
      </div>
    )
  const order = ['owned', 'recommended', 'expired'] as const
  const shown = order.flatMap(type => data.filter(club => club.type === type))
  if (shown.length === 0) {
    const action = <LinkButton href={pathTo('catalog')}>{t('shell.title.catalog')}</LinkButton>
    return (
      <>
        <ClubIntro hasOwn={false} />
        <EmptyState icon="users" title={t('clubs.empty.title')} text={t('clubs.empty.text')} action={action} />
      </>
    )
  }
  return (
    <>
      <ClubIntro hasOwn={shown.some(({ type, chatOnly }) => type === 'owned' && !chatOnly)} />
      <ul className={styles.list}>
        {shown.map(club => (
          <li key={club.id}>
            <ClubCard club={club} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ClubCard({ club }: { club: Club }) {
  const t = useCopy()
  if (club.type === 'hidden') return null
  const { host } = site().config.communityUrls
  return (
    <Card as="section" aria-labelledby={`club-${club.id}`}>
      <div className={styles.card}>
        <p>
          <ClubBadge type={club.type} />
        </p>
        <h2 id={`club-${club.id}`} dir="auto">
          {club.title}
        </h2>
        <ClubWays club={club}>
          {(!host || (club.type === 'owned' && !club.chatOnly)) && (
            <Link href={pathTo('club', { clubId: club.id })} className={styles.link}>
              {t(host || club.customUrl ? 'clubs.action.articles' : 'clubs.action.view_all')}
              <VisuallyHidden> {t('clubs.of', { title: club.title })}</VisuallyHidden>
            </Link>
          )}
        </ClubWays>
      </div>
    </Card>
  )
}
