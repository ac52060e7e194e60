import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { nativeLanguageName } from '#shared/features/media/forms.ts'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { fileQuery, lookAgain } from '../data.ts'
import { FileFigures, FileState, Picture } from '../FileCard.tsx'
import { viewOf } from '../file-view.ts'
import styles from '../Library.module.css'
import { PosterPart } from './PosterPart.tsx'
import { SubtitlesPart } from './SubtitlesPart.tsx'

/** A file where a course uses it: how it looks and how far it is; a film's cover picture and subtitles are changed here too. */
export function FileInSlot({ id }: { id: number }) {
  const {
    data: file,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...fileQuery(id),
    refetchInterval: ({ state }) => lookAgain(state.data && [state.data]),
  })
  if (!file && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!file)
    return (
      <div aria-busy>
        <Skeleton height="6rem" />
      </div>
    )
  return (
    <>
      {file.kind !== 'document' && <Picture file={file} />}
      <FileFigures file={file} />
      {file.status !== 'DONE' && <FileState file={file} />}
      {file.kind === 'video' && file.status === 'DONE' && <Film file={file} />}
    </>
  )
}

function Film({ file }: { file: WholeFileWire }) {
  const t = useCopy()
  const [isOpen, setOpen] = useState(false)
  const languages = file.subtitles.map(({ language_code: code }) => nativeLanguageName(code))
  return (
    <>
      <p className={styles.muted}>
        {languages.length
          ? t('library.film.subtitles', { languages: languages.join(', ') })
          : t('library.film.subtitles.none')}
      </p>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>{t('library.film')}</summary>
        {isOpen && (
          <div className={styles.column}>
            <MediaView key={file.url} file={viewOf(file)} />
            <SubtitlesPart file={file} />
            <PosterPart file={file} />
          </div>
        )}
      </details>
    </>
  )
}
