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
import { languageOfName, nextLanguage, subtitleLanguages } from './subtitle-language.ts'

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
      <AddSubtitles id={id} taken={subtitles.map(({ language_code: code }) => code)} />
    </section>
  )
}

function AddSubtitles({ id, taken }: { id: number; taken: readonly string[] }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string>()
  const language = chosen ?? nextLanguage(t.language, taken)
  const submit = useSubmit({
    check: (file: File) => (file.size > mostBytes ? { data: [t('library.subtitles.large')] } : undefined),
    send: async (file: File) => {
      const data = await inBase64(file)
      const said = chosen ?? languageOfName(file.name) ?? language
      const { data: answer } = await request('PUT /studio/library/:id/subtitles/:language', {
        params: { id, language: said },
        body: { data },
      })
      await refreshLibrary()
      setChosen(undefined)
      const name = nativeLanguageName(said)
      toast(t('library.subtitles.done', { count: answer.cues, language: name }), { tone: 'success' })
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
        hint={t('library.subtitles.language.hint')}
        value={language}
        onChange={event => setChosen(event.target.value)}
      >
        {subtitleLanguages.map(code => (
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
