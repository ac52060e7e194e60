import { useId } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import type { KeptDraft } from './draft.ts'
import styles from './HandInForm.module.css'
import { PartError } from './PartError.tsx'

interface Props {
  kept: KeptDraft
  /** How many there may be. */
  most: number
  error: CopyKey | undefined
}

/** The photos and videos of an answer, on their way to the server while it is still being written. */
export function FilesPart({ kept: { draft, change }, most, error }: Props) {
  const t = useCopy()
  const id = useId()
  const { uploads } = draft
  return (
    <div role="group" aria-labelledby={id} className={styles.part} data-wrong={error ? true : undefined}>
      <p id={id} className={styles.label}>
        {t('homework.form.files')}
      </p>
      <UploadList
        ids={uploads}
        onRemove={gone => change(before => ({ uploads: before.uploads.filter(one => one !== gone) }))}
      />
      {uploads.length < most && (
        <PickFiles
          most={most - uploads.length}
          onPicked={picked => change(before => ({ uploads: [...before.uploads, ...picked].slice(0, most) }))}
        />
      )}
      <PartError text={error} />
    </div>
  )
}
