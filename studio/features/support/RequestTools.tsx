import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { request as ask } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Badge } from '#kit/ui/Badge.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { useHeldFocus } from '#kit/ui/use-held-focus.ts'
import type { DeskRequestWire } from '#shared/features/support/contract.ts'
import { useUser } from '#studio/features/accounts/use-user.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { type RequestDetail, refreshRequests, requestQuery } from './data.ts'
import styles from './Support.module.css'

/** Who looks after the request, and whether it is settled. */
export function RequestTools({ detail: { request, staff } }: { detail: RequestDetail }) {
  const t = useCopy()
  const user = useUser()
  const tools = useHeldFocus<HTMLDivElement>()
  const { id, owner, state } = request
  const take = ({ data }: { data: DeskRequestWire }) => {
    queryClient.setQueryData(requestQuery(id).queryKey, before => before && { ...before, request: data })
    refreshRequests()
  }
  const give = useMutation({
    mutationFn: (userId: number | null) =>
      ask('PUT /studio/support-requests/:id/owner', { params: { id }, body: { user_id: userId } }),
    onSuccess: take,
  })
  const settle = useMutation({
    mutationFn: (next: 'open' | 'closed') =>
      ask('PUT /studio/support-requests/:id/state', { params: { id }, body: { state: next } }),
    onSuccess: take,
  })
  const error = give.error ?? settle.error
  const isClosed = state === 'closed'
  const gone = owner && !staff.some(one => one.id === owner.id) ? [owner] : []
  return (
    <div ref={tools} tabIndex={-1} className={styles.tools}>
      <Badge tone={state === 'open' ? 'accent' : 'neutral'}>{t(`helpdesk.state.${state}`)}</Badge>
      <Picker
        label={t('helpdesk.owner')}
        all={t('helpdesk.owner.none')}
        value={owner?.id}
        options={[...gone, ...staff].map(one => ({ id: one.id, label: one.name }))}
        onChoose={chosen => give.mutate(chosen ?? null)}
      />
      {owner?.id !== user.id && (
        <Button look="secondary" busy={give.isPending} onClick={() => give.mutate(user.id)}>
          {t('helpdesk.owner.take')}
        </Button>
      )}
      <Button
        look="secondary"
        icon={isClosed ? 'refresh' : 'check'}
        busy={settle.isPending}
        onClick={() => settle.mutate(isClosed ? 'open' : 'closed')}
      >
        {t(isClosed ? 'helpdesk.reopen' : 'helpdesk.close')}
      </Button>
      {error && (
        <Notice tone="danger" live>
          {errorMessage(error, t('ui.error.title'))}
        </Notice>
      )}
    </div>
  )
}
