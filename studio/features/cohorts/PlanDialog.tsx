import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import styles from './Cohorts.module.css'
import { carryOut, effectsQuery, type Plan } from './data.ts'
import { PlaceEffects } from './PlaceEffects.tsx'

type Props = {
  title: string
  submit: string
  /** What is asked for; undefined until its fields are filled in. */
  plan: Plan | undefined
  onClose: () => void
  onDone?: () => void
  /** The fields, with what is wrong about each. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
}

const nothing: Plan = { cohortId: 0, action: { place_ids: [], action: 'stop' } }

/** Shows what a plan does to each learner before it is carried out, and then does just that. */
export function PlanDialog({ title, submit, plan, onClose, onDone, children }: Props) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...effectsQuery(plan ?? nothing),
    enabled: plan !== undefined,
  })
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      if (!plan || !data) return
      const changed = await carryOut(plan, data.seal)
      toast(t('cohorts.done', { count: changed }), { tone: 'success' })
      onDone?.()
      onClose()
    },
    failed: t('cohorts.failed'),
    // The effects may have become others: then these are to be read.
    onRefused: () => void refetch(),
  })
  const refused = error instanceof RequestError ? error : undefined
  const hasChange = plan && data && ('dates' in plan || data.places.some(({ outcome }) => outcome === 'changed'))
  const footer = (
    <Button disabled={!hasChange || isFetching} busy={isBusy} onClick={() => void run()}>
      {submit}
    </Button>
  )
  return (
    <Dialog title={title} footer={footer} onClose={onClose}>
      <div className={styles.form}>
        <FailureNotice failure={failure} />
        {children?.(field => refused?.errors?.[field]?.join(', '))}
        {plan && data && <PlaceEffects effects={data} />}
        {plan && !data && !error && (
          <div aria-busy>
            <Skeleton height="6rem" />
          </div>
        )}
        {refused && !refused.errors && <Notice tone="danger">{refused.reason}</Notice>}
        {error && !refused && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      </div>
    </Dialog>
  )
}
