import { queryOptions, useQuery } from '@tanstack/react-query'
import { Redirect, useLocation, useSearch } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { CodeOfferWire } from '#shared/features/cohorts/code-calls.ts'
import { EnterCode } from '#web/features/streams/home/EnterCode.tsx'
import { refreshStreams } from '#web/features/streams/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from './JoinScreen.module.css'

/** What a code lets the learner join; fails with the server's reason when it lets them in no more. */
const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['POST /enrolment/check', code] as const,
    queryFn: async ({ signal }) => (await request('POST /enrolment/check', { body: { code }, signal })).data,
    enabled: code !== '',
    retry: false,
    gcTime: 0,
  })

/** `/join?code=…`: the link to a cohort; without a code, where one is typed. */
export function JoinScreen() {
  const t = useCopy()
  const code = new URLSearchParams(useSearch()).get('code')?.trim() ?? ''
  return (
    <div className={styles.page}>
      <h1>{t('cohorts.join.title')}</h1>
      {code === '' ? <EnterCode /> : <Invited key={code} code={code} />}
    </div>
  )
}

function Invited({ code }: { code: string }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery(invitationQuery(code))
  if (data?.stream_id) return <Redirect to={pathTo('calendar', { streamId: data.stream_id })} replace />
  if (data) return <Invitation code={code} invitation={data} />
  if (error instanceof RequestError && !isPassing(error))
    return (
      <>
        <Notice tone="danger" live title={t('cohorts.join.refused')}>
          {error.reason}
        </Notice>
        <EnterCode initial={code} />
      </>
    )
  if (error)
    return (
      <LoadFailure
        title={t('cohorts.join.unchecked')}
        offlineText={t('cohorts.join.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div aria-busy>
      <Skeleton shape="box" height="12rem" />
    </div>
  )
}

function Invitation({ code, invitation }: { code: string; invitation: CodeOfferWire }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy, failure, errorOf } = useSubmit({
    send: async () => {
      const { data } = await request('POST /enrolment', { body: { code } })
      refreshStreams(queryClient)
      await queryClient.invalidateQueries({ queryKey: ['GET /courses'] })
      navigate(pathTo('calendar', { streamId: data.stream_id }), { replace: true })
      return true
    },
    failed: t('cohorts.join.failed'),
  })
  const date = (day: string) => formatLocalDate(day, t.language)
  const refused = errorOf('code')
  return (
    <Card as="section">
      <div className={styles.page}>
        <h2 dir="auto">
          {invitation.course_title} {invitation.is_demo && <Badge>{t('cohorts.join.demo')}</Badge>}
        </h2>
        <p>{t('cohorts.join.school', { school: site().site.domain.name })}</p>
        <p>{t('cohorts.join.dates', { from: date(invitation.starts_on), to: date(invitation.ends_on) })}</p>
        {refused && (
          <Notice tone="danger" live>
            {refused}
          </Notice>
        )}
        <FailureNotice failure={failure} />
        <p>
          <Button icon="check" busy={isBusy} onClick={() => void run()}>
            {t('cohorts.join.submit')}
          </Button>
        </p>
      </div>
    </Card>
  )
}
