import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { useQueryState } from '#studio/platform/addresses.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { oneByOne } from '#studio/platform/tables/one-by-one.ts'
import {
  canBeDeleted,
  deleteFile,
  type LibraryFilter,
  libraryQuery,
  lookAgain,
  storageQuery,
  useFileAction,
} from './data.ts'
import { FileCard } from './FileCard.tsx'
import { Filters, useLibraryFilter } from './Filters.tsx'
import styles from './Library.module.css'
import { LibraryUploads } from './LibraryUploads.tsx'

/** `/admin/library`: the files of the school, and those on their way. */
export function LibraryScreen() {
  const t = useCopy()
  usePageTitle(t('library.title'))
  const { filter, page, change } = useLibraryFilter()
  const { get, set } = useQueryState()
  const isList = get('view') === 'list'
  return (
    <>
      <ScreenHead title={t('library.title')}>
        <Storage />
      </ScreenHead>
      <LibraryUploads />
      <div className={styles.filters}>
        <Filters filter={filter} onChange={change} />
        <Button look="secondary" aria-pressed={isList} onClick={() => set({ view: isList ? undefined : 'list' })}>
          {t('library.view.list')}
        </Button>
      </div>
      <Files
        filter={filter}
        page={page}
        isList={isList}
        onPage={next => set({ page: next === 1 ? undefined : next })}
      />
    </>
  )
}

/** How much the school keeps. */
function Storage() {
  const t = useCopy()
  const { data } = useQuery(storageQuery())
  if (!data) return null
  const size = (bytes: number) => formatBytes(bytes, t.language)
  return (
    <p className={styles.muted}>
      {t('library.storage', { count: data.files, originals: size(data.originals), made: size(data.made) })}
    </p>
  )
}

type FilesProps = { filter: LibraryFilter; page: number; isList: boolean; onPage: (page: number) => void }

function Files({ filter, page, isList, onPage }: FilesProps) {
  const t = useCopy()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...libraryQuery(filter, page),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data?.rows),
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.files} aria-busy>
        {[1, 2, 3, 4, 5, 6].map(one => (
          <Skeleton key={one} height="12rem" />
        ))}
      </div>
    )
  const isFiltered = Object.values(filter).some(Boolean)
  const shown = data.rows.filter(file => chosen.has(file.id) && canBeDeleted(file)).map(({ id }) => id)
  const choose = (id: number, isWanted: boolean) => {
    const next = new Set(chosen)
    if (isWanted) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  if (data.rows.length === 0)
    return (
      <EmptyState
        icon="play"
        title={t(isFiltered ? 'library.none.title' : 'library.empty.title')}
        text={t(isFiltered ? 'library.none.text' : 'library.empty.text')}
      />
    )
  return (
    <>
      {shown.length > 0 && <DeleteChosen ids={shown} onDone={left => setChosen(new Set(left))} />}
      <ul
        className={styles.files}
        data-view={isList ? 'list' : 'grid'}
        aria-label={t('library.title')}
        aria-busy={isPlaceholderData}
      >
        {data.rows.map(file => (
          <FileCard
            key={file.id}
            file={file}
            isChosen={chosen.has(file.id)}
            onChoose={isWanted => choose(file.id, isWanted)}
          />
        ))}
      </ul>
      <PageSwitch page={data.page} count={data.pageCount} onPage={onPage} />
    </>
  )
}

type DeleteProps = { ids: readonly number[]; onDone: (left: readonly number[]) => void }

/** Deletes the chosen files after a question; those that a course has begun to use stay, and it says so. */
function DeleteChosen({ ids, onDone }: DeleteProps) {
  const t = useCopy()
  const { run, isBusy } = useFileAction()
  const count = ids.length
  const handleDelete = async () => {
    const title = t('library.chosen.question', { count })
    const yes = t('library.chosen.delete', { count })
    if (!(await confirm({ title, text: t('library.chosen.text'), yes, danger: true }))) return
    await run(async () => {
      const { done, refused, left, failure } = await oneByOne(ids, deleteFile)
      if (done.length) toast(t('library.chosen.done', { count: done.length }), { tone: 'success' })
      if (refused.length) toast(t('library.chosen.kept', { count: refused.length }), { tone: 'danger' })
      // What was not tried stays chosen.
      onDone(left)
      if (failure !== undefined) throw failure
    })
  }
  return (
    <div className={styles.chosen}>
      <Button look="danger" busy={isBusy} onClick={() => void handleDelete()}>
        {t('library.chosen.delete', { count })}
      </Button>
    </div>
  )
}
