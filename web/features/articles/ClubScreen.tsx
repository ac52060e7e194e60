import { type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import { ClubQuestions } from '#web/features/clubs/ClubQuestions.tsx'
import { ClubBadge, ClubWays } from '#web/features/clubs/ClubWays.tsx'
import { useClubs } from '#web/features/clubs/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { FilterValue } from '#web/platform/FilterValue.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { ArticleList } from './ArticleList.tsx'
import styles from './Articles.module.css'
import type { ArticlesFilter } from './data.ts'

/** `/clubs/…`: a club with its articles. */
export function ClubScreen({ clubId }: { clubId: number }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useClubs()
  const club = data?.find(({ id }) => id === clubId)
  usePageTitle(club?.title ?? '')
  if (club) return <OneClub key={clubId} club={club} />
  if (data)
    return (
      <EmptyState
        isPage
        icon="users"
        title={t('articles.club.gone')}
        action={<LinkButton href={pathTo('clubs')}>{t('shell.title.clubs')}</LinkButton>}
      />
    )
  if (error)
    return (
      <LoadFailure
        isPage
        title={t('clubs.failed')}
        offlineText={t('clubs.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy>
      <h1>{t('shell.title.clubs')}</h1>
      <Skeleton shape="box" height="16rem" />
    </div>
  )
}

/** Where the school's clubs have a site, what that lists for members; it searches and keeps there. */
function OneClub({ club }: { club: Club }) {
  const t = useCopy()
  const page = useHeldFocus<HTMLDivElement>()
  const isElsewhere = site().config.communityUrls.host !== null
  return (
    <div ref={page} tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        {club.type !== 'hidden' && (
          <p>
            <ClubBadge type={club.type} />
          </p>
        )}
        <h1 dir="auto">{club.title}</h1>
        <ClubWays club={club} />
      </header>
      {!isElsewhere && <OwnArticles club={club} />}
      {!isElsewhere && club.type === 'owned' && <ClubQuestions clubId={club.id} />}
      {isElsewhere && club.type === 'owned' && !club.chatOnly && (
        <>
          <h2>{t('articles.title')}</h2>
          <ArticleList clubId={club.id} filter={{}} onClear={() => {}} />
        </>
      )}
    </div>
  )
}

function OwnArticles({ club }: { club: Club }) {
  const t = useCopy()
  const [filter, setFilter] = useState<ArticlesFilter>({})
  const [typed, setTyped] = useState('')
  const handleSearch = (event: SubmitEvent) => {
    event.preventDefault()
    const { search: _, ...others } = filter
    setFilter(typed.trim() ? { ...others, search: typed.trim() } : others)
  }
  const { favourite, ...rest } = filter
  return (
    <>
      <h2>{t('articles.title')}</h2>
      {club.type !== 'owned' && <p className={styles.muted}>{t('articles.publicOnly')}</p>}
      <form role="search" className={styles.search} onSubmit={handleSearch}>
        <TextField
          type="search"
          label={t('articles.search')}
          value={typed}
          maxLength={100}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" look="secondary">
          {t('articles.find')}
        </Button>
        <FilterValue
          value={t('articles.favourites')}
          isChosen={favourite === '1'}
          onPress={() => setFilter(favourite ? rest : { ...rest, favourite: '1' })}
        />
      </form>
      <ArticleList
        clubId={club.id}
        filter={filter}
        onClear={() => {
          setFilter({})
          setTyped('')
        }}
      />
    </>
  )
}
