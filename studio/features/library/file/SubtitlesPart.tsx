import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { nativeLanguageName } from '#shared/features/media/forms.ts'
import { refreshLibrary, useFileAction } from '../data.ts'
import styles from '../Library.module.css'

const offered = [
  'en',
  'ru',
  'es',
  'de',
  'fr',
  'it',
  'pt',
  'pt-BR',
  'pl',
  'uk',
  'tr',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
]
const mostBytes = 700_000

/** The subtitles of a film by language: added, replaced and taken away. */
export function SubtitlesPart({ file }: { file: WholeFileWire }) {
  const t = useCopy()
  const { id, subtitles } = file
  const heading = useId()
  const { run, isBusy } = useFileAction()
  return (
    <section aria-labelledby={heading} className={styles.column}>
      <h2 id={heading}>{t('library.subtitles')}</h2>
      {subtitles.length === 0 && <p className={styles.muted}>{t('library.subtitles.none')}</p>}
      <ul className={styles.uses}>
        {subtitles.map(({ language_code: language, url }) => (
          <li key={url} className={styles.use}>
            <Icon name="subtitles" />
            <a href={`${url}?download`} lang={language}>
              {nativeLanguageName(language)}
            </a>
            <IconButton
              icon="close"
              label={t('library.subtitles.remove', { language: nativeLanguageName(language) })}
              disabled={isBusy}
              onClick={() =>
                void run(() => request('DELETE /studio/library/:id/subtitles/:language', { params: { id, language } }))
              }
            />
          </li>
        ))}
      </ul>
      <AddSubtitles id={id} />
    </section>
  )
}

function AddSubtitles({ id }: { id: number }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const [language, setLanguage] = useState<string>(t.language)
  const submit = useSubmit({
    check: (file: File) => (file.size > mostBytes ? { data: [t('library.subtitles.large')] } : undefined),
    send: async (file: File) => {
      const data = await inBase64(file)
      const answer = await request('PUT /studio/library/:id/subtitles/:language', {
        params: { id, language },
        body: { data },
      })
      await refreshLibrary()
      toast(t('library.subtitles.done', { count: answer.data.cues }), { tone: 'success' })
    },
    failed: t('library.failed'),
  })
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) void submit.run(file)
    event.target.value = ''
  }
  const problem = submit.errorOf('data') ?? submit.failure.notice?.text
  return (
    <div className={styles.form}>
      <SelectField
        label={t('library.subtitles.language')}
        value={language}
        onChange={event => setLanguage(event.target.value)}
      >
        {offered.map(code => (
          <option key={code} value={code} lang={code}>
            {nativeLanguageName(code)}
          </option>
        ))}
      </SelectField>
      <input ref={input} type="file" hidden accept=".vtt,.srt,text/vtt,application/x-subrip" onChange={handleChange} />
      <Button look="secondary" icon="subtitles" busy={submit.isBusy} onClick={() => input.current?.click()}>
        {t('library.subtitles.add')}
      </Button>
      {problem !== undefined && (
        <Notice tone="danger" live title={t('library.subtitles.failed')}>
          {problem}
        </Notice>
      )}
    </div>
  )
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
