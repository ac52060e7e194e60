import { useCopy } from '#kit/copy/copy.tsx'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { type Outcome, outcomes } from '#shared/features/courses/report-texts.ts'
import { csvOf } from '#shared/platform/csv.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import tableStyles from '#studio/platform/tables/Table.module.css'
import styles from '../Courses.module.css'

type Line = { title: string; kind: string; outcome: Outcome; why: string }

const perPage = 100

/** What became of each item: by result, in pages, and all that is asked for as a CSV file. */
export function ImportReport({ name, lines }: { name: string; lines: readonly Line[] }) {
  const t = useCopy()
  const { get, getId, set } = useQueryState()
  const wanted = outcomes.find(outcome => outcome === get('outcome'))
  const shown = wanted ? lines.filter(({ outcome }) => outcome === wanted) : lines
  const pages = Math.max(1, Math.ceil(shown.length / perPage))
  const page = Math.min(getId('page') ?? 1, pages)
  const columns = [
    t('courses.import.item'),
    t('courses.import.kind'),
    t('courses.import.outcome'),
    t('courses.import.why'),
  ]
  const cells = ({ title, kind, outcome, why }: Line) => [title, kind, t(`courses.import.${outcome}`), why]
  const save = () => saveAsFile(`${name}.csv`, csvOf([columns, ...shown.map(cells)]), 'text/csv')
  return (
    <section aria-labelledby="report" className={styles.section}>
      <div className={tableStyles.heading}>
        <h2 id="report">{t('courses.import.report')}</h2>
        <Button look="secondary" icon="download" onClick={save}>
          {t('shell.csv')}
        </Button>
      </div>
      <div className={styles.language}>
        <SelectField
          label={t('courses.import.outcome')}
          value={wanted ?? ''}
          onChange={event => set({ outcome: event.target.value, page: undefined })}
        >
          <option value="">{t('courses.import.all')}</option>
          {outcomes.map(outcome => (
            <option key={outcome} value={outcome}>
              {t(`courses.import.${outcome}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <p className={styles.muted}>{t('courses.import.none')}</p>
      ) : (
        <ReportTable
          columns={columns}
          rows={shown.slice((page - 1) * perPage, page * perPage).map(cells)}
          page={page}
        />
      )}
      <PageSwitch page={page} count={pages} onPage={next => set({ page: next === 1 ? undefined : next })} />
    </section>
  )
}

function ReportTable({ columns, rows, page }: { columns: string[]; rows: string[][]; page: number }) {
  const scroll = useScrollable<HTMLDivElement>()
  return (
    <div ref={scroll} className={tableStyles.scroll} role="group" aria-labelledby="report">
      <table className={`${tableStyles.table} ${styles.report}`}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <Row key={`${page} ${index}`} cells={cells} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ cells: [title, ...rest] }: { cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
      </th>
      {rest.map((cell, index) => (
        // The columns stay where they are.
        <td key={index} dir="auto">
          {cell}
        </td>
      ))}
    </tr>
  )
}
