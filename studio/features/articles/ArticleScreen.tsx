import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { articleIn } from '#shared/features/articles/rules.ts'
import type { EditedArticleWire } from '#shared/features/articles/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'
import { articleQuery } from './data.ts'
import { StateBadge } from './StateBadge.tsx'

/** `/admin/articles/…`: an article is written, published and taken back. */
export function ArticleScreen({ articleId }: { articleId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...articleQuery(articleId), refetchOnMount: 'always' })
  const titleOf = ({ texts }: EditedArticleWire) => articleIn(texts, t.language)?.title || t('articles.article')
  const clubs = { href: pathTo('clubs'), title: t('clubs.title') }
  return (
    <OneThing
      asked={asked}
      title={titleOf}
      gone={{ icon: 'document', title: t('articles.gone'), text: t('articles.gone.text'), back: clubs }}
    >
      {article => (
        <div className={styles.column}>
          <ScreenHead
            back={{
              href: pathTo('clubArticles', { clubId: article.community_id }),
              title: t('articles.of', { title: article.community_title }),
            }}
            title={titleOf(article)}
          >
            <StateBadge state={article.state} />
          </ScreenHead>
          <ArticleEditor key={article.id} stored={article} />
        </div>
      )}
    </OneThing>
  )
}
