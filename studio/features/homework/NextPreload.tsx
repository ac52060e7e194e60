import { useQuery } from '@tanstack/react-query'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { reviewQuery, reviewsQuery } from './data.ts'
import { useReviewFilter } from './use-review-filter.ts'

/** Reads the submission that will come next, and its video, while this one is being judged. */
export function NextPreload({ currentId }: { currentId: number }) {
  const { filter } = useReviewFilter()
  const { data: queue } = useQuery(reviewsQuery('waiting', filter))
  const next = queue?.rows.find(({ id, claim }) => id !== currentId && (claim === null || claim.is_own))
  const { data } = useQuery({ ...reviewQuery(next?.id ?? 0), enabled: next !== undefined })
  const files = data?.attempts.find(({ id }) => id === next?.id)?.submission.files ?? []
  const video = files.find(({ type, status }) => status === 'DONE' && mediaTypeFromCode(type) === 'video')
  const source = video && (video.mp4 ?? video.url)
  if (!source) return null
  return <video key={video.id} src={source} preload="auto" muted hidden tabIndex={-1} />
}
