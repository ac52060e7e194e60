import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { DoorPage } from '#studio/features/accounts/DoorPage.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { openedQuery } from './data.ts'

/** `/admin/letter?token=…`: the link of a test e-mail, which may be opened on another device than that of who sent it. */
export function LetterScreen() {
  const t = useCopy()
  usePageTitle(t('today.letter'))
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { data, error, refetch, isFetching } = useQuery(openedQuery(token))
  const isOver = error instanceof RequestError && error.status < 500
  return (
    <DoorPage>
      <h1>{t('today.letter')}</h1>
      {data && (
        <Notice tone="success" live>
          {t('today.letter.opened')}
        </Notice>
      )}
      {isOver && (
        <Notice tone="warn" live>
          {error.reason}
        </Notice>
      )}
      {error && !isOver && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy>
          <Spinner />
        </div>
      )}
      <LinkButton look="secondary" href={pathTo('home')}>
        {t('today.letter.studio')}
      </LinkButton>
    </DoorPage>
  )
}
