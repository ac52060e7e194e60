import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { CohortWire } from '#shared/features/cohorts/contract.ts'
import styles from './Cohorts.module.css'
import { refreshCohorts } from './data.ts'
import { ListDialog } from './list/ListDialog.tsx'

type Props = { cohort: Pick<CohortWire, 'id'>; onClose: () => void }

/** Enrols people whom the school knows, or leads to enrolling a whole list. */
export function EnrolDialog({ cohort, onClose }: Props) {
  const t = useCopy()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [isDemo, setDemo] = useState(false)
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const body = { user_ids: [...chosen.keys()], is_demo: isDemo }
      const { data } = await request('POST /studio/cohorts/:id/learners', { params: { id: cohort.id }, body })
      await refreshCohorts()
      onClose()
      toast(t('cohorts.enrol.done', { count: data.enrolled }), { tone: 'success' })
    },
    failed: t('cohorts.enrol.failed'),
  })
  const openList = () => {
    onClose()
    void openDialog(close => <ListDialog cohort={cohort} onClose={() => close()} />)
  }
  const choose = (id: number, name: string) => (isWanted: boolean) => {
    const next = new Map(chosen)
    if (isWanted) next.set(id, name)
    else next.delete(id)
    setChosen(next)
  }
  const footer = (
    <>
      <Button look="secondary" icon="document" onClick={openList}>
        {t('cohorts.list')}
      </Button>
      <Button busy={isBusy} disabled={chosen.size === 0} onClick={() => void run()}>
        {t('cohorts.enrol.submit', { count: chosen.size })}
      </Button>
    </>
  )
  return (
    <Dialog title={t('cohorts.enrol')} footer={footer} onClose={onClose}>
      <div className={styles.form}>
        <FailureNotice failure={failure} />
        <TextField
          label={t('cohorts.enrol.search')}
          type="search"
          value={search}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          onChange={event => setSearch(event.target.value)}
        />
        <People search={search.trim()} chosen={chosen} onChoose={choose} />
        {chosen.size > 0 && <p className={styles.muted}>{[...chosen.values()].join(', ')}</p>}
        <Checkbox
          label={t('cohorts.enrol.demo')}
          hint={t('cohorts.enrol.demo.hint')}
          checked={isDemo}
          onChange={event => setDemo(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

type PeopleProps = {
  search: string
  chosen: ReadonlyMap<number, string>
  onChoose: (id: number, name: string) => (isWanted: boolean) => void
}

/** The people of the school who are found. */
function People({ search, chosen, onChoose }: PeopleProps) {
  const t = useCopy()
  const query = { search, blocked: 'no', 'per-page': 10 } as const
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery('GET /studio/users', { query }),
    enabled: search !== '',
  })
  if (search === '') return null
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy>
        <Skeleton height="3rem" />
      </div>
    )
  const people = data.users.filter(({ status }) => status > 0)
  if (people.length === 0) return <p role="status">{t('cohorts.enrol.nobody')}</p>
  return (
    <ul className={styles.lines} aria-label={t('cohorts.enrol.found')}>
      {people.map(({ id, name, email }) => (
        <li key={id}>
          <Checkbox
            label={name}
            hint={email ?? undefined}
            checked={chosen.has(id)}
            onChange={event => onChoose(id, name)(event.target.checked)}
          />
        </li>
      ))}
    </ul>
  )
}
