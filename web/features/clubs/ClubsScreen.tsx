import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { clubLinks } from '#shared/features/clubs/rules.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from './Clubs.module.css'
import { useClubs } from './data.ts'

const tones = { owned: 'success', recommended: 'accent', expired: 'warning' } as const

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
    return <EmptyState icon="users" title={t('clubs.empty.title')} text={t('clubs.empty.text')} action={action} />
  }
  return (
    <ul className={styles.list}>
      {shown.map(club => (
        <li key={club.id}>
          <ClubCard club={club} />
        </li>
      ))}
    </ul>
  )
}

function ClubCard({ club }: { club: Club }) {
  const t = useCopy()
  const links = clubLinks(club, site().config.communityUrls)
  const actions = (['view_all', 'aboutClub', 'chat', 'faq'] as const).flatMap(action => {
    const href = links[action]
    return href ? [{ action, href }] : []
  })
  if (club.type === 'hidden') return null
  return (
    <Card as="section" aria-labelledby={`club-${club.id}`}>
      <div className={styles.card}>
        <p>
          <Badge tone={tones[club.type]}>{t(`clubs.type.${club.type}`)}</Badge>
        </p>
        <h2 id={`club-${club.id}`} dir="auto">
          {club.title}
        </h2>
        <p className={styles.actions}>
          {actions.map(({ action, href }) => (
            <a key={action} href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
              {t(`clubs.action.${action}`)}
              <VisuallyHidden> {t('clubs.of', { title: club.title })}</VisuallyHidden>
            </a>
          ))}
          {club.type === 'expired' && (
            <LinkButton look="secondary" href={`${pathTo('subscriptions')}?warning=true`}>
              {t('clubs.renew')}
              <VisuallyHidden> {t('clubs.of', { title: club.title })}</VisuallyHidden>
            </LinkButton>
          )}
        </p>
      </div>
    </Card>
  )
}
