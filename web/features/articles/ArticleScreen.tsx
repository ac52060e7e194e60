import { useEffect } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ArticleWire } from '#shared/features/articles/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { ArticleMarks } from './ArticleMarks.tsx'
import styles from './Articles.module.css'
import { countView, useArticle } from './data.ts'
import { drawnFile } from './drawn-file.tsx'

/** `/clubs/…/articles/…`: an article. */
export function ArticleScreen({ clubId, articleId }: { clubId: number; articleId: number }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useArticle(articleId)
  usePageTitle(data?.title ?? '')
  if (data) return <Read article={data} />
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="document"
        title={t('articles.gone')}
        text={t('articles.gone.text')}
        action={<LinkButton href={pathTo('club', { clubId })}>{t('articles.toClub')}</LinkButton>}
      />
    )
  if (error)
    return (
      <LoadFailure
        isPage
        title={t('articles.article.failed')}
        offlineText={t('articles.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy>
      <h1>{t('articles.article')}</h1>
      <Skeleton shape="box" height="20rem" />
    </div>
  )
}

function Read({ article }: { article: ArticleWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const { id, title, lead, image, body, files } = article
  useEffect(() => countView(id), [id])
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <p>
          <Link href={pathTo('club', { clubId: article.community_id })} dir="auto">
            {article.community_title}
          </Link>
        </p>
        <h1 dir="auto">{title}</h1>
        <p className={styles.muted}>{formatDate(article.published_at * 1000, t.language, 'long', timeZone)}</p>
        {lead && (
          <p className={styles.lead} dir="auto">
            {lead}
          </p>
        )}
      </header>
      {image && <img className={styles.picture} src={image.large} alt="" />}
      <div dir="auto">
        <CourseText text={body} heading={2} drawFile={drawnFile(files)} />
      </div>
      <ArticleMarks {...article} />
    </article>
  )
}
