import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ListedArticleWire } from '#shared/features/articles/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { Table } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { articlesQuery, refreshArticles } from './data.ts'
import { NewArticleDialog } from './NewArticleDialog.tsx'
import { StateBadge } from './StateBadge.tsx'

const columns = ['title', 'state', 'readers', 'views', 'likes', 'favourites', 'actions'] as const

/** `/admin/clubs/…/articles`: the articles of a club with how often they were read and liked. */
export function ArticlesScreen({ clubId }: { clubId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...articlesQuery(clubId), refetchOnMount: 'always' })
  const page = useHeldFocus<HTMLDivElement>()
  const back = { href: pathTo('clubs'), title: t('clubs.title') }
  const openNew = () => void openDialog(close => <NewArticleDialog clubId={clubId} onClose={() => close()} />)
  return (
    <OneThing
      asked={asked}
      title={({ title }) => t('articles.of', { title })}
      gone={{ icon: 'users', title: t('articles.club.gone'), text: t('articles.gone.text'), back }}
    >
      {({ title, articles }) => (
        <div ref={page} tabIndex={-1} className={styles.column}>
          <ScreenHead back={back} title={t('articles.of', { title })}>
            <Button onClick={openNew}>{t('articles.add')}</Button>
          </ScreenHead>
          {articles.length === 0 ? (
            <EmptyState icon="document" title={t('articles.empty.title')} text={t('articles.empty.text')} />
          ) : (
            <Table label={t('articles.of', { title })} columns={columns.map(column => t(`articles.column.${column}`))}>
              {articles.map(article => (
                <Row key={article.id} {...article} />
              ))}
            </Table>
          )}
        </div>
      )}
    </OneThing>
  )
}

function Row({ id, title, state, published_at: at, is_public: isPublic, views, likes, favourites }: ListedArticleWire) {
  const t = useCopy()
  const { moment } = useMoments()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/articles/:id', { params: { id } })
      await refreshArticles()
    },
    failed: t('articles.remove.failed'),
    hasToast: true,
    onRefused: () => void refreshArticles(),
  })
  const remove = async () => {
    const answers = { yes: t('articles.remove'), no: t('ui.cancel'), danger: true }
    const text = t('articles.remove.text')
    if (await confirm({ title: t('articles.remove.ask', { title }), text, ...answers })) void run()
  }
  return (
    <tr>
      <th scope="row" dir="auto">
        <Link href={pathTo('article', { articleId: id })}>{title}</Link>
      </th>
      <td>
        <StateBadge state={state} /> {at !== null && moment(at * 1000)}
      </td>
      <td>{t(isPublic ? 'articles.for.all' : 'articles.for.members')}</td>
      <td>{views}</td>
      <td>{likes}</td>
      <td>{favourites}</td>
      <td>
        <Button look="ghost" aria-label={t('articles.removeOf', { title })} busy={isBusy} onClick={() => void remove()}>
          {t('articles.remove')}
        </Button>
      </td>
    </tr>
  )
}
