import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { AuditEntryWire } from '#shared/features/accounts/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { PageSwitch, pagedQuery } from '#studio/platform/Pages.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from './AuditScreen.module.css'
import { auditAuthor, auditDetail, auditSentence, knownActions } from './audit-words.ts'

/** `/admin/audit`: what staff changed, newest first. */
export function AuditScreen() {
  const t = useCopy()
  usePageTitle(t('audit.title'))
  const { get, getId, set } = useQueryState()
  const action = knownActions.find(name => name === get('action'))
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1>{t('audit.title')}</h1>
          <p className={styles.lead}>{t('audit.lead')}</p>
        </div>
        <Picker
          label={t('audit.filter')}
          all={t('audit.filter.all')}
          value={action}
          options={knownActions.map(name => ({ id: name, label: t(`audit.kind.${name}`) }))}
          onChoose={name => set({ action: name, page: undefined })}
        />
      </header>
      <Entries
        action={action}
        page={getId('page') ?? 1}
        onPage={page => set({ page: page === 1 ? undefined : page })}
      />
    </>
  )
}

type EntriesProps = { action: string | undefined; page: number; onPage: (page: number) => void }

function Entries({ action, page, onPage }: EntriesProps) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...auditQuery(action, page),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        {[1, 2, 3, 4, 5].map(one => (
          <Skeleton key={one} height="3.5rem" />
        ))}
      </div>
    )
  if (data.rows.length === 0)
    return <EmptyState icon="document" title={t('audit.empty.title')} text={t('audit.empty.text')} />
  return (
    <>
      <ol className={styles.list} aria-label={t('audit.title')}>
        {data.rows.map(entry => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <PageSwitch page={data.page} count={data.pageCount} onPage={onPage} />
    </>
  )
}

function Entry({ entry }: { entry: AuditEntryWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const at = entry.created_at * 1000
  const detail = auditDetail(entry.detail)
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={new Date(at).toISOString()}>{moment(at, 'numeric')}</time>
      </p>
      <div>
        <p>
          <strong>{auditAuthor(t, entry)}</strong> — {auditSentence(t, entry)}
        </p>
        {detail.length > 0 && (
          <details className={styles.detail}>
            <summary>{t('audit.detail')}</summary>
            <dl>
              {detail.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  )
}

const perPage = 50

const auditQuery = (action: string | undefined, page: number) =>
  pagedQuery('GET /studio/audit-log', { query: { action, page, 'per-page': perPage } })
