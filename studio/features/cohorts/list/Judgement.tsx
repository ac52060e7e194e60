import { useCopy } from '#kit/copy/copy.tsx'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { CheckedLineWire } from '#shared/features/cohorts/contract.ts'
import type { ListedPerson } from '#shared/features/cohorts/people-list.ts'
import { csvOf } from '#shared/platform/csv.ts'
import styles from '../Cohorts.module.css'

type Props = { people: ListedPerson[]; lines: CheckedLineWire[] }

/** So many wrong lines are shown; a file has all of them. */
const most = 200

/** How many lines are good, and what is wrong with each of the others. */
export function Judgement({ people, lines }: Props) {
  const t = useCopy()
  const count = (outcome: CheckedLineWire['outcome']) => lines.filter(line => line.outcome === outcome).length
  const written = new Map(people.map(person => [person.line, person]))
  const wrong = lines
    .filter(({ outcome }) => outcome === 'wrong')
    .map(({ line, problem }) => ({
      line,
      reason: t(`cohorts.problem.${problem ?? 'email_wrong'}`),
      person: written.get(line),
    }))
  const save = () => {
    const columns = ['email', 'phone', 'problem', 'line'] as const
    const head = [t('cohorts.learner.name'), ...columns.map(column => t(`cohorts.list.column.${column}`))]
    const rows = wrong.map(({ line, reason, person }) =>
      [person?.name, person?.email, person?.phone, reason, line].map(cell => String(cell ?? '')),
    )
    saveAsFile('wrong-lines.csv', csvOf([head, ...rows]), 'text/csv')
  }
  return (
    <div className={styles.form} role="status">
      <ul className={styles.lines}>
        {(['new', 'known', 'present', 'wrong'] as const).map(
          outcome =>
            count(outcome) > 0 && <li key={outcome}>{t(`cohorts.list.${outcome}`, { count: count(outcome) })}</li>,
        )}
      </ul>
      {wrong.length > 0 && (
        <>
          <ul className={styles.lines} aria-label={t('cohorts.list.wrongLines')}>
            {wrong.slice(0, most).map(({ line, reason, person }) => (
              <li key={line}>
                <span>{t('cohorts.list.line', { line, problem: reason })}</span>
                <span className={styles.muted} dir="auto">
                  {[person?.name, person?.email].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
            {wrong.length > most && <li>{t('cohorts.effects.more', { count: wrong.length - most })}</li>}
          </ul>
          <Button look="secondary" icon="download" onClick={save}>
            {t('cohorts.list.wrongLines.save')}
          </Button>
        </>
      )}
    </div>
  )
}
