import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { useFileAction } from '../data.ts'
import styles from '../Library.module.css'
import { pickFromLibrary } from '../LibraryPicker.tsx'

/** Puts another file of the library in this one's place everywhere. */
export function ReplacePart({ file: { id, kind, name } }: { file: WholeFileWire }) {
  const t = useCopy()
  const { run, isBusy } = useFileAction()
  const handleReplace = async () => {
    const next = await pickFromLibrary(kind, { use: 'unused' })
    if (!next) return
    const title = t('library.replace.question', { name, next: next.name })
    if (!(await confirm({ title, text: t('library.replace.text'), yes: t('library.replace.yes') }))) return
    await run(async () => {
      await request('POST /studio/library/:id/replacement', { params: { id }, body: { file_id: next.id } })
      toast(t('library.replace.done'), { tone: 'success' })
    })
  }
  return (
    <section aria-labelledby="replace" className={styles.column}>
      <h2 id="replace">{t('library.replace')}</h2>
      <p className={styles.muted}>{t('library.replace.text')}</p>
      <div>
        <Button look="secondary" icon="refresh" busy={isBusy} onClick={() => void handleReplace()}>
          {t('library.replace.pick')}
        </Button>
      </div>
    </section>
  )
}
