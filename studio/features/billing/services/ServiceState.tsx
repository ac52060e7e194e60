import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { EditedServiceWire } from '#shared/features/billing/selling/selling-wire.ts'
import type { ShopServiceWire } from '#shared/features/billing/orders/shop-wire.ts'
import { refreshServices } from '../data.ts'

type State = EditedServiceWire['state']
const tones = { shown: 'success', hidden: 'neutral', archived: 'warning' } as const

export const stateOf = ({ is_archived, is_hidden }: ShopServiceWire): State =>
  is_archived ? 'archived' : is_hidden ? 'hidden' : 'shown'

/** Whether learners can buy a service. */
export function ServiceState({ state }: { state: State }) {
  const t = useCopy()
  return <Badge tone={tones[state]}>{t(`shop.state.${state}`)}</Badge>
}

/** Shows a service to learners, hides it, archives it or brings it back; and leads to its checkout while it is shown. */
export function StateButtons({ id, state }: Pick<EditedServiceWire, 'id' | 'state'>) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async (next: State) => {
      await request('PUT /studio/services/:id/state', { params: { id }, body: { state: next } })
      await refreshServices()
      toast(t(`shop.state.told.${next}`), { tone: 'success' })
    },
    failed: t('shop.state.failed'),
    hasToast: true,
  })
  const archive = async () => {
    const answers = { yes: t('shop.archive'), no: t('ui.cancel') }
    if (await confirm({ title: t('shop.archive.ask'), text: t('shop.archive.text'), ...answers })) void run('archived')
  }
  return (
    <>
      {/* The learner app is at the same origin. */}
      {state === 'shown' && (
        <LinkButton look="secondary" icon="eye" href={`${location.origin}/checkout/${id}`} newWindow>
          {t('shop.preview')}
        </LinkButton>
      )}
      {state === 'archived' ? (
        <Button look="secondary" busy={isBusy} onClick={() => void run('hidden')}>
          {t('shop.restore')}
        </Button>
      ) : (
        <>
          <Button look="secondary" busy={isBusy} onClick={() => void run(state === 'shown' ? 'hidden' : 'shown')}>
            {t(state === 'shown' ? 'shop.hide' : 'shop.show')}
          </Button>
          <Button look="ghost" busy={isBusy} onClick={() => void archive()}>
            {t('shop.archive')}
          </Button>
        </>
      )}
    </>
  )
}
