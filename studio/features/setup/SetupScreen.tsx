import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { DoorPage } from '#studio/features/accounts/DoorPage.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { SchoolForm } from './SchoolForm.tsx'
import styles from './Setup.module.css'

/** Whether the link of the start still works; fails with the server's reason when it does not. */
const linkQuery = (code: string) =>
  queryOptions({
    queryKey: ['POST /setup/check', code] as const,
    queryFn: async ({ signal }) => (await request('POST /setup/check', { body: { code }, signal })).data,
    retry: false,
    gcTime: 0,
  })

/** `/admin/setup?code=…`: the link that the start of a school without an administrator has printed. */
export function SetupScreen() {
  const t = useCopy()
  usePageTitle(t('setup.title'))
  const code = new URLSearchParams(useSearch()).get('code') ?? ''
  const { data, error, refetch, isFetching } = useQuery(linkQuery(code))
  const isRefused = error instanceof RequestError && error.status < 500
  return (
    <DoorPage>
      <header>
        <h1>{t('setup.title')}</h1>
        {data && <p className={styles.lead}>{t('setup.lead')}</p>}
      </header>
      {data && <SchoolForm code={code} />}
      {isRefused && <Over reason={error.reason} />}
      {error && !isRefused && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy>
          <Spinner />
        </div>
      )}
    </DoorPage>
  )
}

/** The link was used, or a later start has printed another. */
function Over({ reason }: { reason: string }) {
  const t = useCopy()
  return (
    <Notice tone="danger" live title={t('setup.over')} action={<SignInLink />}>
      {reason}
    </Notice>
  )
}

function SignInLink() {
  const t = useCopy()
  return (
    <LinkButton look="secondary" href={pathTo('login')}>
      {t('setup.signIn')}
    </LinkButton>
  )
}
