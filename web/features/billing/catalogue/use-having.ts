import { useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { CatalogPositionWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { track } from '#web/platform/analytics.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { keepOrder } from '../data.ts'
import { explainPayment, pageToPay, withEmail } from '../payment/pay.ts'
import { priceText } from '../payment/price-text.ts'
import { refreshPayments } from '../refresh-payments.ts'

/** What has been ordered is shown at once, and what it changes is read again. */
function showOrdered(order: OrderWire): void {
  keepOrder(queryClient, order)
  refreshPayments(queryClient)
}

const refreshCatalogue = () => void queryClient.invalidateQueries({ queryKey: ['GET /catalog-position'] })

/** Takes a free demo at once, and opens it. */
export function useDemo({ service }: CatalogPositionWire) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const failed = t('billing.catalogue.demo.failed')
  const params = { id: service.id }
  const body = { total: 0, currency: service.currency }
  const idempotencyKey = useKeyOf(JSON.stringify([params, body]))
  return useSubmit({
    send: async () => {
      const taken = await withEmail(t, () => request('POST /order/:id', { params, body, idempotencyKey }))
      if (!taken) return
      track({ name: 'demo_course_add', service: service.id })
      showOrdered(taken.data)
      const { stream_id: streamId, id } = taken.data
      navigate(streamId === null ? pathTo('order', { orderId: id }) : pathTo('calendar', { streamId }))
    },
    failed,
    explain: explainPayment(failed),
    onRefused: refreshCatalogue,
  })
}

/** Adds it to the subscription, after saying what that costs; what cannot be charged at once is paid on its order’s page. */
export function useAdding({ id, title, service }: CatalogPositionWire) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [times, setTimes] = useState(0)
  const { price: total, currency } = service
  const idempotencyKey = useKeyOf(JSON.stringify([id, total, currency, times]))
  const failed = t('billing.catalogue.add.failed')
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const call = { params: { id }, query: { total, currency }, idempotencyKey }
      const added = await withEmail(t, () => request('POST /v2/catalog-position/:id/add-to-subscription', call))
      if (!added) return
      setTimes(times + 1)
      showOrdered(added.data)
      const page = pageToPay(added.data)
      if (added.data.is_open) toast(t('billing.catalogue.added', { title }), { tone: 'success' })
      else if (page === undefined) navigate(pathTo('order', { orderId: added.data.id }))
      else location.assign(page)
    },
    failed,
    explain: explainPayment(failed),
    onRefused: refreshCatalogue,
  })
  const ask = async () => {
    const text = t('billing.catalogue.add.text', { title, price: priceText(t, service) })
    const answers = { yes: t('billing.catalogue.add.yes'), no: t('ui.cancel') }
    if (await confirm({ title: t('billing.catalogue.add.ask'), text, ...answers })) await run()
  }
  return { ask, isBusy, failure }
}
