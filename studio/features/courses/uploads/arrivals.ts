import { useEffect, useEffectEvent, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { letGoUpload } from '#kit/features/media/uploads/uploading.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { refreshLibrary } from '#studio/features/library/data.ts'
import { beginImport } from '../bring-in/begin-import.ts'
import { writingOf } from '../draft/draft-writing.ts'
import { partQuery } from '../draft/part-writing.ts'
import { type FilePlace, fileIn, kindOfField, kindOfType, placeOf, withFile } from './upload-goal.ts'

const tryAgainAfterMs = 5000

export const hasArrived = ({ state }: Pick<UploadView, 'state'>) => state === 'UPLOADED' || state === 'DONE'

/**
 * Puts what has arrived where its author wanted it, one file after the other, whatever screen is open; without a connection it is
 * tried again.
 */
export function useArrivals(files: readonly UploadView[], courses: readonly UploadView[]): void {
  const { language } = useCopy()
  const [round, setRound] = useState(0)
  const arrived = [...files.filter(hasArrived).filter(isFitting), ...courses.filter(({ state }) => state === 'DONE')]
  const ids = arrived.map(({ id }) => id).join()
  const take = useEffectEvent(async (gone: AbortSignal) => {
    let failure: unknown
    for (const upload of arrived) {
      if (gone.aborted) return
      await (upload.isForLibrary ? putInPlace(upload) : beginImport(upload, language)).catch((error: unknown) => {
        failure ??= error
      })
    }
    if (failure) throw failure
  })
  useEffect(() => {
    if (ids === '') return undefined
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    take(gone.signal).catch(() => {
      if (!gone.signal.aborted) timer = setTimeout(() => setRound(round + 1), tryAgainAfterMs)
    })
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [ids, round])
}

/** A file of another kind than its place takes is shown there, until its author removes it. */
export function isFitting({ goal, type }: Pick<UploadView, 'goal' | 'type'>): boolean {
  const place = placeOf(goal)
  return !place || kindOfField(place.field) === kindOfType(type)
}

async function putInPlace({ id, goal, mediaId }: UploadView): Promise<void> {
  const place = placeOf(goal)
  if (place && mediaId !== undefined) await fill(place, mediaId)
  await refreshLibrary()
  await letGoUpload(id)
}

/** A place that has another file by now, or is gone, is left as it is: the file is in the library. */
async function fill({ course, part, field }: FilePlace, mediaId: number): Promise<void> {
  try {
    const { content } = await queryClient.fetchQuery({ ...partQuery(course, part), staleTime: 0 })
    const written = { ...content, ...writingOf(course).part(part).state.read().pending }
    if (fileIn(written, field) === null) await writingOf(course).write(part, withFile(written, field, mediaId))
  } catch (error) {
    if (!(error instanceof RequestError) || isPassing(error)) throw error
  }
}
