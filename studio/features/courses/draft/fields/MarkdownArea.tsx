import { type ComponentProps, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { DrawFile } from '#kit/features/courses/markdown/MarkdownText.tsx'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import styles from '../Draft.module.css'

const marks = [
  { name: 'bold', before: '**', after: '**' },
  { name: 'italic', before: '_', after: '_' },
  { name: 'heading', before: '\n## ', after: '' },
  { name: 'list', before: '\n- ', after: '' },
  { name: 'link', before: '[', after: '](https://)' },
] as const

/** Files of the library that a text can show, for texts that can. */
type Files = { pick: (kind: 'image' | 'video') => Promise<{ id: number } | undefined>; draw: DrawFile }

type Props = Omit<ComponentProps<typeof TextArea>, 'value' | 'ref'> & {
  label: string
  value: string
  preview: string
  files?: Files
}

type Mark = { before: string; after: string }

/** A formatted text, written as Markdown, with what its readers will see of it on a phone or a desk. */
export function MarkdownArea({ preview, hint, files, ...props }: Props) {
  const t = useCopy()
  const [width, setWidth] = useState<'phone' | 'desk'>('phone')
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null)
  const put = ({ before, after }: Mark) => {
    if (!area) return
    const { selectionStart: start, selectionEnd: end, value } = area
    area.focus()
    // As if it were typed, so that the browser can take it back.
    document.execCommand('insertText', false, `${before}${value.slice(start, end)}${after}`)
    area.setSelectionRange(start + before.length, end + before.length)
  }
  const putFile = async (kind: 'image' | 'video') => {
    const file = await files?.pick(kind)
    // What is selected says what the file shows.
    if (file) put({ before: '\n\n![', after: `](media:${file.id})\n\n` })
  }
  return (
    <div className={styles.markdown}>
      <div role="toolbar" aria-label={t('courses.text.format', { label: props.label })} className={styles.formats}>
        {marks.map(mark => (
          <Button key={mark.name} look="ghost" onClick={() => put(mark)}>
            {t(`courses.text.${mark.name}`)}
          </Button>
        ))}
        {files &&
          (['image', 'video'] as const).map(kind => (
            <Button key={kind} look="ghost" onClick={() => void putFile(kind)}>
              {t(`courses.text.file.${kind}`)}
            </Button>
          ))}
      </div>
      <TextArea rows={10} {...props} hint={hint ?? t('courses.text.hint')} ref={setArea} />
      {props.value.trim() !== '' && (
        <section aria-label={preview} className={styles.preview}>
          <div className={styles.previewHead}>
            <h3>{preview}</h3>
            {(['phone', 'desk'] as const).map(one => (
              <Button key={one} look="ghost" aria-pressed={one === width} onClick={() => setWidth(one)}>
                {t(`courses.text.${one}`)}
              </Button>
            ))}
          </div>
          <div className={styles.page} data-width={width} dir="auto">
            <CourseText text={props.value} drawFile={files?.draw} />
          </div>
        </section>
      )}
    </div>
  )
}
