import { useEffect, useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { StudioBrandWire } from '#shared/features/brands/studio-contract.ts'

export const brandQuery = () => callQuery('GET /studio/brand')

export function keepBrand(brand: StudioBrandWire): void {
  queryClient.setQueryData(brandQuery().queryKey, brand)
}

const pauseMs = 500

/** What is wrong with an override, by place; asked for a moment after the last change. */
export function useProblems(override: Record<string, unknown>): Record<string, string[]> {
  const text = JSON.stringify(override)
  const [problems, setProblems] = useState<Record<string, string[]>>({})
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => void check(text, stop.signal).then(setProblems, () => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return problems
}

async function check(text: string, signal: AbortSignal): Promise<Record<string, string[]>> {
  const body = { override: JSON.parse(text) as Record<string, unknown> }
  const { data } = await request('POST /studio/brand/check', { body, signal })
  const found: Record<string, string[]> = {}
  for (const { place, reason } of data.problems) found[place] = [...(found[place] ?? []), reason]
  return found
}
