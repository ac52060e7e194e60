import type { Tokens } from 'marked'
import { useCopy } from '#kit/copy/copy.tsx'
import { MarkdownInline } from './MarkdownInline.tsx'
import styles from './LessonText.module.css'
import { useScrollable } from './use-scrollable.ts'

/** A table that scrolls within itself on a narrow screen, also by keyboard. */
export function MarkdownTable({ table, depth }: { table: Tokens.Table; depth: number }) {
  const t = useCopy()
  const scroll = useScrollable<HTMLElement>()
  const cell = ({ tokens }: Tokens.TableCell) => <MarkdownInline tokens={tokens} depth={depth} />
  return (
    <section ref={scroll} className={styles.scroll} aria-label={t('courses.text.table')}>
      <table>
        <thead>
          <tr>
            {table.header.map((one, column) => (
              <th key={column} scope="col" style={{ textAlign: one.align ?? undefined }}>
                {cell(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((one, column) => (
                <td key={column} style={{ textAlign: one.align ?? undefined }}>
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
