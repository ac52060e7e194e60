import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { articleFromWire } from '#shared/features/articles/forms.ts'
import type { ArticlePreviewWire } from '#shared/features/articles/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { Link } from 'wouter'
import { ArticleMarks } from './ArticleMarks.tsx'
import styles from './Articles.module.css'

/** An article in a list. */
export function ArticleCard({ wire }: { wire: ArticlePreviewWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const article = articleFromWire(wire, site().config.communityUrls.host)
  const { title, lead, url, previewImage } = article
  // What another site lists is liked and kept there.
  const isHere = url.startsWith('/')
  return (
    <Card as="li" flush className={styles.card}>
      {previewImage && (
        <img className={styles.thumbnail} src={previewImage} alt="" width={370} height={210} loading="lazy" />
      )}
      <div className={styles.body}>
        <p className={styles.facts}>
          {article.label === 'NEW' && <Badge tone="accent">{t('articles.new')}</Badge>}
          {article.isPublic && <Badge>{t('articles.public')}</Badge>}
          <span>{formatDate(article.publishedAt, t.language, 'long', timeZone)}</span>
          <span>{t('articles.views', { count: article.countViews })}</span>
        </p>
        <h3 dir="auto" tabIndex={-1}>
          {isHere ? (
            <Link href={url} className={cardTarget}>
              {title}
            </Link>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          )}
        </h3>
        {lead && <p dir="auto">{lead}</p>}
        {isHere && <ArticleMarks {...article} />}
      </div>
    </Card>
  )
}
