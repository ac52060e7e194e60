import { useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { archiveEndings } from '#shared/features/media/rules.ts'
import { remember } from '#studio/platform/device-memory.ts'
import rows from '#studio/platform/Rows.module.css'
import styles from '../Courses.module.css'
import { beginImport, importLanguage, languageOfImports, refusedImports } from './begin-import.ts'

/** Chooses a course and sends it; what has arrived, also since an earlier visit, is given to the server to read. */
export function ImportUploads() {
  const t = useCopy()
  const uploads = useUploadsFor('course')
  const [language, setLanguage] = useState(() => languageOfImports(t.language))
  const refusals = useSyncExternalStore(refusedImports.subscribe, refusedImports.read)
  const refused = uploads.filter(({ id, state }) => state === 'DONE' && refusals.has(id))
  const choose = (chosen: string) => {
    const known = supportedLanguages.find(code => code === chosen)
    if (!known) return
    setLanguage(known)
    remember(importLanguage, known)
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
      {refused.map(upload => (
        <Refusal key={upload.id} upload={upload} error={refusals.get(upload.id)} language={language} />
      ))}
      {uploads.length > 0 && (
        <ul className={rows.rows}>
          {uploads.map(upload => (
            <UploadItem key={upload.id} upload={upload} onRemove={() => undefined} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Why the server does not read a course that has arrived, and a way to ask it again. */
function Refusal({ upload, error, language }: { upload: UploadView; error: unknown; language: Language }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: () => beginImport(upload, language),
    failed: t('courses.import.notBegun'),
  })
  return (
    <Notice tone="danger" live title={t('courses.import.notBegun')}>
      <p dir="auto">{upload.name}</p>
      {errorMessage(error, t('ui.error.title'))}
      <Button look="secondary" busy={isBusy} onClick={() => void run()}>
        {t('courses.import.again')}
      </Button>
    </Notice>
  )
}
