import { useCopy } from '#kit/copy/copy.tsx'
import type { ArticleFieldsWire, EditedArticleWire } from '#shared/features/articles/wire.ts'
import { Sides } from '#studio/features/courses/draft/Sides.tsx'
import { saidIn } from './article-draft.ts'

type Version = ArticleFieldsWire & Pick<EditedArticleWire, 'image'>
type Props = { mine: Version; theirs: Version; onSettle: (by: 'mine' | 'theirs') => void }

/** What two people have made of an article, with all that the choice of one of them replaces. */
export function BothVersions({ mine, theirs, onSettle }: Props) {
  const t = useCopy()
  const said = ({ texts, is_public: isPublic, sort, image }: Version) => [
    ...saidIn({ texts }),
    `${t('articles.column.readers')}: ${t(isPublic ? 'articles.for.all' : 'articles.for.members')}`,
    `${t('articles.sort')}: ${sort}`,
    image ? (
      <img key="picture" src={image.medium} alt={t('articles.picture')} width={185} />
    ) : (
      t('articles.picture.none')
    ),
  ]
  return <Sides mine={said(mine)} theirs={said(theirs)} onSettle={onSettle} />
}
