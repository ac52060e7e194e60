import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { newKey } from '#kit/request/new-key.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import {
  type Consultation,
  chatConsultationsFromWire,
  consultationToWire,
} from '#shared/features/consultations/forms.ts'

/** A chat's consultations and what is left of them. */
export const consultationsQuery = (chatId: number) =>
  callQuery('GET /chats/:id/consultations', { params: { id: chatId } })

/** A chat's consultations, the open requests, and the numbers behind the counter. */
export function useConsultations(chatId: number) {
  return useQuery({ ...consultationsQuery(chatId), select: chatConsultationsFromWire })
}

/** Requesting a consultation and rating a closed one; a refusal is in `error`. */
export function useConsultationWrites(chatId: number) {
  const t = useCopy()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  /** Kept until the request succeeds, so that trying again cannot order twice. */
  const [orderKey, setOrderKey] = useState(newKey)
  const write = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (problem) {
      setError(isOffline() ? t('consultations.offline') : errorMessage(problem, t('ui.error.title')))
      return false
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: consultationsQuery(chatId).queryKey })
    }
  }
  const order = async () => {
    const params = { id: chatId }
    const isDone = await write(() =>
      request('POST /chats/:id/consultation-orders', { params, idempotencyKey: orderKey }),
    )
    if (isDone) setOrderKey(newKey())
  }
  const rate = async (consultation: Consultation, rating: number) => {
    const { id } = consultation
    const body = { ...consultationToWire(consultation), rating }
    if (await write(() => request('PUT /consultations/updateRating/:id', { params: { id }, body })))
      toast(t('consultations.thanks'), { tone: 'success' })
  }
  return { order, rate, isBusy, error }
}
