import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Failure, useSubmit } from '#kit/form/use-submit.ts'
import { useRoom } from '#kit/live/listen.ts'
import { newKey } from '#kit/request/new-key.ts'
import { isOffline } from '#kit/request/online.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import {
  type Consultation,
  chatConsultationsFromWire,
  consultationToWire,
} from '#shared/features/consultations/forms.ts'

/** A chat's consultations and what is left of them. */
const consultationsQuery = (chatId: number) => callQuery('GET /chats/:id/consultations', { params: { id: chatId } })

/** A chat's consultations, the open requests, and the numbers behind the counter. */
export function useConsultations(chatId: number) {
  return useQuery({ ...consultationsQuery(chatId), select: chatConsultationsFromWire })
}

/** Keeps a chat's consultations, while they are shown, as the server tells them: opened, closed, approved, declined. */
export function useConsultationsLive(chatId: number): void {
  const { queryKey } = consultationsQuery(chatId)
  useRoom(
    'chat',
    { id: chatId, after: null },
    {
      events: { consultations: (data, { client }) => client.setQueryData(queryKey, data) },
      onReset: ({ client }) => void client.invalidateQueries({ queryKey }),
    },
  )
}

/** Requesting a consultation, taking the request back, and rating a closed one; `error` says why it failed. */
export function useConsultationWrites(chatId: number) {
  const t = useCopy()
  const client = useQueryClient()
  /** Kept until the request succeeds, so that trying again cannot order twice. */
  const [orderKey, setOrderKey] = useState(newKey)
  const failed = t('ui.error.title')
  const explain = (problem: unknown): Failure => {
    const title = isOffline() ? t('consultations.offline') : errorMessage(problem, failed)
    return { errors: {}, notice: { title, text: '' } }
  }
  const refreshAfter = async (write: Promise<unknown>) => {
    try {
      await write
    } finally {
      void client.invalidateQueries({ queryKey: consultationsQuery(chatId).queryKey })
    }
  }
  const order = useSubmit({
    failed,
    explain,
    send: async () => {
      const input = { params: { id: chatId }, idempotencyKey: orderKey }
      await refreshAfter(request('POST /chats/:id/consultation-orders', input))
      setOrderKey(newKey())
    },
  })
  const withdraw = useSubmit({
    failed,
    explain,
    send: async (id: number) => {
      await refreshAfter(request('POST /consultation-orders/:id/withdraw', { params: { id } }))
      toast(t('consultations.withdrawn'), { tone: 'success' })
    },
  })
  const rate = useSubmit({
    failed,
    explain,
    send: async (consultation: Consultation, rating: number) => {
      const input = { params: { id: consultation.id }, body: { ...consultationToWire(consultation), rating } }
      await refreshAfter(request('PUT /consultations/updateRating/:id', input))
      toast(t('consultations.thanks'), { tone: 'success' })
    },
  })
  return {
    order: order.run,
    withdraw: withdraw.run,
    rate: rate.run,
    isBusy: order.isBusy || withdraw.isBusy || rate.isBusy,
    error: (rate.failure.notice ?? withdraw.failure.notice ?? order.failure.notice)?.title,
  }
}
