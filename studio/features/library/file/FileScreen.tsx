import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { fileQuery, lookAgain, useFileAction } from '../data.ts'
import { FileFigures, FileState } from '../FileCard.tsx'
import { viewOf } from '../file-view.ts'
import styles from '../Library.module.css'
import { NameForm } from './NameForm.tsx'
import { PosterPart } from './PosterPart.tsx'
import { ReplacePart } from './ReplacePart.tsx'
import { SubtitlesPart } from './SubtitlesPart.tsx'
import { Uses } from './Uses.tsx'

/** `/admin/library/:fileId`: one file, and where it is used. */
export function FileScreen({ fileId }: { fileId: number }) {
  const t = useCopy()
  const asked = useQuery({
    ...fileQuery(fileId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data && [state.data]),
  })
  const back = { href: pathTo('library'), title: t('library.back') }
  const gone = { icon: 'play' as const, title: t('library.gone.title'), text: t('library.gone.text'), back }
  return (
    <OneThing asked={asked} title={({ name }) => name} gone={gone}>
      {file => <File file={file} />}
    </OneThing>
  )
}

function File({ file }: { file: WholeFileWire }) {
  const t = useCopy()
  return (
    <div className={styles.column}>
      <ScreenHead back={{ href: pathTo('library'), title: t('library.back') }} title={file.name} />
      <FileFigures file={file} />
      {file.status === 'DONE' ? (
        <div className={styles.shown}>
          <MediaView key={file.url} file={viewOf(file)} />
        </div>
      ) : (
        <FileState file={file} />
      )}
      <NameForm key={file.name} file={file} />
      <Uses file={file} />
      {file.kind === 'video' && file.status === 'DONE' && (
        <>
          <SubtitlesPart file={file} />
          <PosterPart file={file} />
        </>
      )}
      {isReplaceable(file) && <ReplacePart file={file} />}
      <DeleteButton file={file} />
    </div>
  )
}

/** One that could not be converted is replaced as well: courses may show it. */
const isReplaceable = ({ status, replaces_id: replaces }: WholeFileWire) =>
  (status === 'DONE' || status === 'FAIL') && replaces === null

/** Deletes a file that nothing uses, after a question; of one in use it says so. */
function DeleteButton({ file: { id, name, is_used: isUsed } }: { file: WholeFileWire }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy } = useFileAction()
  if (isUsed) return <p className={styles.muted}>{t('library.delete.used')}</p>
  const handleDelete = async () => {
    const title = t('library.delete.question', { name })
    const text = t('library.delete.text')
    if (!(await confirm({ title, text, yes: t('library.delete'), danger: true }))) return
    await run(async () => {
      await request('DELETE /studio/library/:id', { params: { id } })
      toast(t('library.delete.done'), { tone: 'success' })
      navigate(pathTo('library'))
    })
  }
  return (
    <div>
      <Button look="danger" busy={isBusy} onClick={() => void handleDelete()}>
        {t('library.delete')}
      </Button>
    </div>
  )
}
