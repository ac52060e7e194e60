import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Search } from '#studio/platform/fields/Search.tsx'
import { type FileKind, type LibraryFilter, libraryQuery } from './data.ts'
import { FileFigures, Picture } from './FileCard.tsx'
import styles from './Library.module.css'

const perPage = 12

/** Asks for a file of the library; resolves to undefined when none was chosen. */
export const pickFromLibrary = (
  kind: FileKind,
  { use }: Pick<Partial<LibraryFilter>, 'use'> = {},
): Promise<LibraryFileWire | undefined> =>
  openDialog<LibraryFileWire>(close => <LibraryPicker kind={kind} use={use} onClose={close} />)

type PickerProps = Pick<LibraryFilter, 'use'> & { kind: FileKind; onClose: (file?: LibraryFileWire) => void }

function LibraryPicker({ kind, use, onClose }: PickerProps) {
  const t = useCopy()
  const [search, setSearch] = useState('')
  return (
    <Dialog title={t(`library.pick.${kind}`)} onClose={() => onClose()}>
      <div className={styles.column}>
        <Search label={t('library.search')} value={search} onChange={setSearch} />
        <Choices key={search} kind={kind} use={use} search={search} onChoose={onClose} />
      </div>
    </Dialog>
  )
}

type ChoicesProps = Pick<LibraryFilter, 'use'> & {
  kind: FileKind
  search: string
  onChoose: (file: LibraryFileWire) => void
}

function Choices({ kind, use, search, onChoose }: ChoicesProps) {
  const t = useCopy()
  const [page, setPage] = useState(1)
  const filter = { search: search || undefined, kind, state: use ? undefined : ('ready' as const), use }
  const { data, error, refetch, isFetching } = useQuery({
    ...libraryQuery(filter, page, perPage),
    placeholderData: keepPreviousData,
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy>
        <Skeleton height="12rem" />
      </div>
    )
  if (data.rows.length === 0)
    return <EmptyState icon="play" title={t('library.none.title')} text={t('library.pick.none')} />
  return (
    <>
      <ul className={styles.files} aria-label={t(`library.pick.${kind}`)}>
        {data.rows.map(file => (
          <li key={file.id} className={styles.card}>
            <button type="button" className={styles.choice} onClick={() => onChoose(file)}>
              <Picture file={file} />
              <span className={styles.words}>
                <bdi className={styles.name}>{file.name}</bdi>
                <FileFigures file={file} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <PageSwitch page={data.page} count={data.pageCount} onPage={setPage} />
    </>
  )
}
