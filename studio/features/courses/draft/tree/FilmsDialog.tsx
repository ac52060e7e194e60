import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import styles from '../Draft.module.css'
import { titleOfFile } from '../draft-films.ts'
import { slots } from '../../uploads/upload-goal.ts'

type Slot = (typeof slots)[number]
export type ChosenFilms = { files: readonly File[]; slot: Slot; isSpread: boolean }

type Props = {
  /** What the open day is called. */
  day: string
  onClose: () => void
  onDone: (films: ChosenFilms) => void
}

const mostFilms = 100

/** Asks for films of which each becomes a lesson of its name, in the open day or one in each day from it on. */
export function FilmsDialog({ day, onClose, onDone }: Props) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [slot, setSlot] = useState<Slot>('main')
  const [isSpread, setSpread] = useState(false)
  const isTooMany = files.length > mostFilms
  const submit = (
    <Button disabled={files.length === 0 || isTooMany} onClick={() => onDone({ files, slot, isSpread })}>
      {t('courses.tree.list.lesson', { count: files.length })}
    </Button>
  )
  return (
    <Dialog title={t('courses.tree.add.films')} onClose={onClose} footer={submit}>
      <div className={styles.fields}>
        <p className={styles.hint}>{t('courses.tree.films.text')}</p>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="video/*"
          onChange={event => {
            const chosen = [...(event.target.files ?? [])]
            // In the order of their names, numbers counted: “2 Legs” before “10 Arms”.
            setFiles(chosen.toSorted((a, b) => a.name.localeCompare(b.name, t.language, { numeric: true })))
            event.target.value = ''
          }}
        />
        <div>
          <Button look="secondary" icon="play" data-autofocus onClick={() => input.current?.click()}>
            {t('courses.tree.films.choose')}
          </Button>
        </div>
        {isTooMany && <Notice tone="danger" live title={t('courses.tree.films.many', { most: mostFilms })} />}
        {files.length > 0 && (
          <SelectField
            label={t('courses.tree.films.slot')}
            value={slot}
            onChange={event => setSlot(slots.find(one => one === event.target.value) ?? 'main')}
          >
            {slots.map(one => (
              <option key={one} value={one}>
                {t(`courses.video.${one}`)}
              </option>
            ))}
          </SelectField>
        )}
        {files.length > 1 && (
          <SelectField
            label={t('courses.tree.films.where')}
            hint={isSpread ? t('courses.tree.films.spread.hint') : undefined}
            value={isSpread ? 'spread' : 'day'}
            onChange={event => setSpread(event.target.value === 'spread')}
          >
            <option value="day">{t('courses.tree.films.day', { day })}</option>
            <option value="spread">{t('courses.tree.films.spread', { day })}</option>
          </SelectField>
        )}
        {!isTooMany && (
          <ol className={styles.list} aria-label={t('courses.tree.add.films')}>
            {files.map((file, index) => (
              <li key={index} dir="auto">
                {titleOfFile(file.name) || t('courses.tree.untitled.lesson')}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  )
}
