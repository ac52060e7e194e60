import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import { letGoUpload, useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { archiveEndings } from '#shared/features/media/rules.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import styles from '../Courses.module.css'
import { refreshImports } from './data.ts'

const memory = 'import-language'

/** Chooses a course and sends it; what has arrived, also since an earlier visit, is given to the server to read. */
export function ImportUploads() {
  const t = useCopy()
  const uploads = useUploadsFor('course')
  const [language, setLanguage] = useState<Language>(() => recall<Language>(memory) ?? t.language)
  const arrived = uploads.filter(({ state }) => state === 'DONE')
  const ready = arrived.map(({ id }) => id).join()
  const { run, isBusy, failure } = useSubmit({
    async send() {
      for (const { id, mediaId } of arrived) {
        if (mediaId === undefined) continue
        await request('POST /studio/course-imports', { body: { file_id: mediaId, language } })
        await letGoUpload(id)
      }
      await refreshImports()
    },
    failed: t('courses.import.notBegun'),
  })
  const latest = useRef(run)
  latest.current = run
  // Once for what has arrived since: the rest is what the button is for.
  useEffect(() => {
    if (ready) void latest.current()
  }, [ready])
  const choose = (chosen: string) => {
    const known = supportedLanguages.find(code => code === chosen)
    if (!known) return
    setLanguage(known)
    remember(memory, known)
  }
  return (
    <section aria-label={t('courses.import.choose')} className={styles.section}>
      <div className={styles.language}>
        <SelectField
          label={t('courses.new.language')}
          hint={t('courses.import.language.hint')}
          value={language}
          onChange={event => choose(event.target.value)}
        >
          {supportedLanguages.map(code => (
            <option key={code} value={code} lang={code}>
              {new Intl.DisplayNames([code], { type: 'language' }).of(code)}
            </option>
          ))}
        </SelectField>
      </div>
      <PickFiles
        purpose="course"
        most={1}
        label={t('courses.import.choose')}
        hint={t('courses.import.hint')}
        accept={archiveEndings.map(ending => (ending === '.tar.gz' ? '.gz' : ending)).join(',')}
        onPicked={() => undefined}
      />
      {failure.notice && (
        <Notice tone="danger" live title={failure.notice.title}>
          {failure.notice.text}
          <Button look="secondary" busy={isBusy} onClick={() => void run()}>
            {t('courses.import.again')}
          </Button>
        </Notice>
      )}
      {uploads.length > 0 && (
        <ul className={styles.list}>
          {uploads.map(upload => (
            <UploadItem key={upload.id} upload={upload} onRemove={() => undefined} />
          ))}
        </ul>
      )}
    </section>
  )
}
