import { useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { ArticleCard } from './ArticleCard.tsx'
import styles from './Articles.module.css'
import { type ArticlesFilter, useArticles } from './data.ts'

type Props = { clubId: number; filter: ArticlesFilter; onClear: () => void }

/** The articles of a club that were asked for. */
export function ArticleList({ clubId, filter, onClear }: Props) {
  const t = useCopy()
  const asked = useArticles(clubId, filter)
  const isFiltered = Object.keys(filter).length > 0
  const total = isFiltered ? asked.data?.total : undefined
  return (
    <>
      {/* It stays while another list loads, or nobody would hear what it says then. */}
      <p role="status" className={styles.muted}>
        {total === 0 && <VisuallyHidden>{t('articles.none')}</VisuallyHidden>}
        {!!total && t('articles.found', { count: total })}
      </p>
      <Found asked={asked} isFiltered={isFiltered} onClear={onClear} />
    </>
  )
}

type FoundProps = { asked: ReturnType<typeof useArticles>; isFiltered: boolean; onClear: () => void }

function Found({ asked, isFiltered, onClear }: FoundProps) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = asked
  const list = useRef<HTMLUListElement>(null)
  if (!data && error)
    return (
      <LoadFailure
        title={t('articles.failed')}
        offlineText={t('articles.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="16rem" />
        <Skeleton shape="box" height="16rem" />
      </div>
    )
  return (
    <>
      {data.rows.length === 0 && (
        <EmptyState
          icon="document"
          title={t(isFiltered ? 'articles.none' : 'articles.empty')}
          text={isFiltered ? undefined : t('articles.empty.text')}
          action={isFiltered ? <Button onClick={onClear}>{t('articles.all')}</Button> : undefined}
        />
      )}
      {data.rows.length > 0 && (
        <ul ref={list} className={styles.list}>
          {data.rows.map(article => (
            <ArticleCard key={article.id} wire={article} />
          ))}
        </ul>
      )}
      <MorePages asked={asked} list={list} focusing="h3" more={t('articles.more')} failed={t('articles.failed')} />
    </>
  )
}
