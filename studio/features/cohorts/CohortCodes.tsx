import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { CodeWire } from '#shared/features/cohorts/code-calls.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Search } from '#studio/platform/fields/Search.tsx'
import styles from './Cohorts.module.css'
import { codesQuery, joinedQuery, refreshCohorts } from './data.ts'
import { NewCodeDialog } from './NewCodeDialog.tsx'

/** The codes by which learners join a cohort themselves; no new ones once its course is archived. */
export function CohortCodes({ cohortId, isArchived }: { cohortId: number; isArchived: boolean }) {
  const t = useCopy()
  const section = useHeldFocus<HTMLElement>()
  const [{ search, page }, ask] = useState({ search: '', page: 1 })
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...codesQuery(cohortId, search, page),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const handleAdd = () => void openDialog(close => <NewCodeDialog cohortId={cohortId} onClose={() => close()} />)
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="codes" className={styles.column}>
      <header className={styles.header}>
        <h2 id="codes">{t('cohorts.codes')}</h2>
        {!isArchived && (
          <Button look="secondary" onClick={handleAdd}>
            {t('cohorts.codes.add')}
          </Button>
        )}
      </header>
      <p className={styles.muted}>{t('cohorts.codes.text')}</p>
      {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data && (search !== '' || data.pageCount > 1) && (
        <Search
          label={t('cohorts.codes.search')}
          value={search}
          onChange={sought => ask({ search: sought, page: 1 })}
        />
      )}
      {data?.total === 0 && (
        <p role="status" className={styles.muted}>
          {t(search ? 'cohorts.codes.notFound' : 'cohorts.codes.none')}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ul className={styles.codes} aria-labelledby="codes" aria-busy={isPlaceholderData}>
          {data.rows.map(code => (
            <Code key={code.id} cohortId={cohortId} code={code} />
          ))}
        </ul>
      )}
      {data && <PageSwitch page={data.page} count={data.pageCount} onPage={to => ask({ search, page: to })} />}
    </section>
  )
}

/** The learner app is at the same origin. */
const linkOf = (code: string) => `${location.origin}/join?code=${code}`

function Code({ cohortId, code }: { cohortId: number; code: CodeWire }) {
  const t = useCopy()
  const { seats, used, ends_on: endsOn } = code
  const isWithdrawn = code.withdrawn_at !== null
  const { run, isBusy } = useSubmit({
    send: async () => {
      const params = { id: cohortId, codeId: code.id }
      await request('POST /studio/cohorts/:id/codes/:codeId/withdraw', { params })
      await refreshCohorts()
    },
    failed: t('cohorts.failed'),
    hasToast: true,
  })
  const handleCopy = async () => {
    const link = linkOf(code.code)
    try {
      await navigator.clipboard.writeText(link)
      toast(t('cohorts.codes.copied'), { tone: 'success' })
    } catch {
      toast(t('cohorts.codes.copy.failed', { link }))
    }
  }
  const handleWithdraw = async () => {
    const title = t('cohorts.codes.withdraw.ask', { code: code.code })
    const answers = { yes: t('cohorts.codes.withdraw'), no: t('ui.cancel') }
    if (await confirm({ title, text: t('cohorts.codes.withdraw.text'), ...answers, danger: true })) void run()
  }
  const told = [
    code.name,
    seats === null ? t('cohorts.codes.used', { used }) : t('cohorts.codes.usedOf', { used, seats }),
    endsOn !== null && t('cohorts.codes.until', { date: formatLocalDate(endsOn, t.language, 'numeric') }),
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.header}>
        <strong>{code.code}</strong>
        {code.is_demo && <Badge>{t('cohorts.demo')}</Badge>}
        {isWithdrawn && <Badge tone="danger">{t('cohorts.codes.withdrawn')}</Badge>}
        <span className={styles.muted} dir="auto">
          {told.join(' · ')}
        </span>
      </p>
      {!isWithdrawn && (
        <p className={styles.header}>
          <Button
            look="secondary"
            aria-label={t('cohorts.codes.copyOf', { code: code.code })}
            onClick={() => void handleCopy()}
          >
            {t('cohorts.codes.copy')}
          </Button>
          <Button
            look="secondary"
            busy={isBusy}
            aria-label={t('cohorts.codes.withdrawOf', { code: code.code })}
            onClick={() => void handleWithdraw()}
          >
            {t('cohorts.codes.withdraw')}
          </Button>
        </p>
      )}
      {used > 0 && <Joined cohortId={cohortId} codeId={code.id} />}
    </li>
  )
}

/** Who joined by a code; read once it is opened. */
function Joined({ cohortId, codeId }: { cohortId: number; codeId: number }) {
  const t = useCopy()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('cohorts.codes.who')}</summary>
      {isOpen && (
        <Loaded query={joinedQuery(cohortId, codeId)}>
          {learners => (
            <ul className={styles.days}>
              {learners.map(({ id, name }) => (
                <li key={id}>
                  <Link href={pathTo('learner', { userId: id })} dir="auto">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </details>
  )
}
