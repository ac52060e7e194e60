import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { fileQuery } from '#studio/features/library/data.ts'
import { viewOf } from '#studio/features/library/file-view.ts'

/** A picture or film of the library in the preview of a text. */
export function LibraryFile({ id, words }: { id: number; words: string }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery(fileQuery(id))
  if (data?.kind === 'image' && data.url !== null) return <img src={data.url} alt={words} loading="lazy" />
  if (data)
    return (
      <figure style={{ marginInline: 0 }}>
        <MediaView file={viewOf(data)} />
        {words && <figcaption>{words}</figcaption>}
      </figure>
    )
  if (error instanceof RequestError && error.status === 404) return <p role="alert">{t('articles.file.gone')}</p>
  if (error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <Skeleton shape="box" height="10rem" />
    </div>
  )
}
