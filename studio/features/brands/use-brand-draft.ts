import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { createStore } from '#kit/ui/store.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { StudioBrandWire } from '#shared/features/brands/contract.ts'
import { asChanges, type Changes, overrideOf, withChange, withChanges, withName } from './brand-draft.ts'
import { type Schema, unitsOf } from './schema-form.ts'

type Errors = Record<string, string[]>
type Refused = { changes: Changes; errors: Errors }

/** The brand with unsaved changes on top, so that somebody else's save is not undone. */
export function useBrandDraft(brand: StudioBrandWire) {
  const changes = useSyncExternalStore(changesStore.subscribe, changesStore.read)
  const units = useMemo(() => unitsOf(brand.schema as Schema), [brand.schema])
  const value = useMemo(() => withChanges(brand.effective, changes), [brand.effective, changes])
  const override = useMemo(() => overrideOf(brand.file, value, units), [brand.file, value, units])
  const checked = useProblems(override)
  const { save, isBusy, hasConflict, refused } = useSave(override, brand.version, changes)
  useEffect(warnBeforeUnload, [])
  return {
    units,
    value,
    // The problems of a refusal stay until something changes.
    problems: { ...checked, ...(refused?.changes === changes && refused.errors) },
    count: Object.keys(changes).length,
    isBusy,
    hasConflict,
    save,
    discard: () => changesStore.change(() => ({})),
    set: (place: string, own: unknown) =>
      changesStore.change(all =>
        place === 'site.name' && typeof own === 'string'
          ? withName(all, brand, own)
          : withChange(all, brand.effective, place, own),
      ),
    takeUp: () => changesStore.change(all => ({ ...asChanges(brand.override, brand.file, units), ...all })),
  }
}

/** Refuses to save over an unseen version: loads it first, keeping the changes on top. */
function useSave(override: Record<string, unknown>, version: number, changes: Changes) {
  const t = useCopy()
  const [refused, setRefused] = useState<Refused>()
  const [hasConflict, setConflict] = useState(false)

  const send = async () => {
    setConflict(false)
    try {
      const { data } = await request('PUT /studio/brand', { body: { override, version } })
      keepBrand(data)
      changesStore.change(() => ({}))
      toast(t('brand.saved'), { tone: 'success' })
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'brand_changed') throw error
      keepBrand((await request('GET /studio/brand')).data)
      setConflict(true)
    }
  }
  const { run, isBusy } = useSubmit({
    send,
    failed: t('brand.failed'),
    hasToast: true,
    onRefused: (_, { errors, notice }) => {
      if (notice) return
      setRefused({ changes, errors })
      toast(t('brand.invalid'), { tone: 'danger' })
    },
  })
  return { save: () => void run(), isBusy, hasConflict, refused }
}

export function useBrand() {
  return useQuery({ ...brandQuery(), refetchOnMount: 'always' })
}

/** Unsaved changes; they survive a visit to another section, but not a page load. */
const changesStore = createStore<Changes>({})

/** Asks before the page is left with unsaved changes. Returns a function that stops it. */
function warnBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (Object.keys(changesStore.read()).length > 0) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

const brandQuery = () => callQuery('GET /studio/brand')

function keepBrand(brand: StudioBrandWire): void {
  queryClient.setQueryData(brandQuery().queryKey, brand)
}

const pauseMs = 500

/** The server's problems with an override, by path; checked 500 ms after the last change. */
function useProblems(override: Record<string, unknown>): Record<string, string[]> {
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
