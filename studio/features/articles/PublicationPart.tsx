import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { articlePage } from '#shared/features/articles/rules.ts'
import type { EditedArticleWire } from '#shared/features/articles/wire.ts'
import { pagePath } from '#shared/features/explore/rules.ts'
import { useMoments } from '#studio/platform/moments.ts'
import type { ArticleWriting } from './use-article.ts'

type Props = { stored: EditedArticleWire; writing: ArticleWriting }

/** Publishes what is written, now or at a time, or takes it back. */
export function PublicationPart({ stored, writing: { run, isBusy, time, setTime, errorOf } }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  const { state, published_at: at } = stored
  return (
    <>
      <h2>{t('articles.publication')}</h2>
      <p>
        {at === null ? t('articles.unpublished') : t(`articles.at.${state}`, { moment: moment(at * 1000, 'long') })}
      </p>
      {state === 'published' && stored.is_public && !stored.is_club_hidden && (
        <p>
          <a href={pagePath(articlePage(stored.id))} target="_blank" rel="noopener noreferrer">
            {t('articles.publicPage')}
          </a>
        </p>
      )}
      {state !== 'published' && (
        <>
          <Button look="secondary" busy={isBusy} onClick={() => void run('published')}>
            {t('articles.publish')}
          </Button>
          <TextField
            type="datetime-local"
            label={t('articles.time')}
            value={time}
            error={errorOf('at')}
            onChange={event => setTime(event.target.value)}
          />
          <Button look="secondary" busy={isBusy} onClick={() => void run('scheduled')}>
            {t('articles.schedule')}
          </Button>
        </>
      )}
      {state !== 'draft' && (
        <Button look="ghost" busy={isBusy} onClick={() => void run('draft')}>
          {t('articles.withdraw')}
        </Button>
      )}
    </>
  )
}
