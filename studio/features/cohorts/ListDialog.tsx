import { type ChangeEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { CheckedLineWire, CohortWire } from '#shared/features/cohorts/contract.ts'
import { parseCsv, spreadsheetText } from '#shared/platform/csv.ts'
import { listedPeople, type ListedPerson, mostListed } from '#shared/features/cohorts/people-list.ts'
import styles from './Cohorts.module.css'
import { refreshCohorts } from './data.ts'

type Checked = { people: ListedPerson[]; lines: CheckedLineWire[]; seatsLeft: number | null }
type Props = { cohort: Pick<CohortWire, 'id'>; onClose: () => void }

/** Checks a file of people line by line, and enrols those in its good lines once that is wanted. */
export function ListDialog({ cohort, onClose }: Props) {
  const t = useCopy()
  const params = { id: cohort.id }
  const [checked, setChecked] = useState<Checked>()
  const checking = useSubmit({
    send: async (people: ListedPerson[]) => {
      const { data } = await request('POST /studio/cohorts/:id/people/check', { params, body: { people } })
      setChecked({ people, lines: data.lines, seatsLeft: data.seats_left })
    },
    check: people => {
      const wrong = people.length === 0 ? 'cohorts.list.empty' : people.length > mostListed && 'cohorts.list.long'
      return wrong ? { file: [t(wrong, { count: mostListed })] } : undefined
    },
    failed: t('cohorts.list.failed'),
  })
  const enrolling = useSubmit({
    send: async ({ people }: Checked) => {
      const { data } = await request('POST /studio/cohorts/:id/people', { params, body: { people } })
      await refreshCohorts()
      onClose()
      toast(t('cohorts.list.done', { count: data.enrolled, invited: data.invited }), { tone: 'success' })
    },
    failed: t('cohorts.enrol.failed'),
  })
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file) return
    setChecked(undefined)
    await checking.run(listedPeople(parseCsv(spreadsheetText(new Uint8Array(await file.arrayBuffer())))))
  }
  const good = checked?.lines.filter(({ outcome }) => outcome === 'new' || outcome === 'known').length ?? 0
  const isFull = checked?.seatsLeft != null && good > checked.seatsLeft
  const footer = (
    <Button
      busy={enrolling.isBusy}
      disabled={good === 0 || isFull}
      onClick={() => checked && void enrolling.run(checked)}
    >
      {t('cohorts.list.submit', { count: good })}
    </Button>
  )
  return (
    <Dialog title={t('cohorts.list')} footer={footer} onClose={onClose}>
      <div className={styles.form}>
        <FailureNotice failure={checking.failure} />
        <FailureNotice failure={enrolling.failure} />
        <p>{t('cohorts.list.text', { count: mostListed })}</p>
        <label className={styles.form}>
          <span>{t('cohorts.list.file')}</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            data-autofocus
            aria-invalid={checking.errorOf('file') ? true : undefined}
            onChange={event => void handleFile(event)}
          />
        </label>
        {checking.errorOf('file') && (
          <Notice tone="danger" live>
            {checking.errorOf('file')}
          </Notice>
        )}
        {isFull && <Notice tone="warn">{t('cohorts.list.seats', { count: checked.seatsLeft ?? 0 })}</Notice>}
        <div aria-busy={checking.isBusy}>{checked && <Judgement {...checked} />}</div>
      </div>
    </Dialog>
  )
}

/** So many wrong lines are shown; the rest is counted. */
const most = 200

/** How many lines are good, and what is wrong with each of the others. */
function Judgement({ people, lines }: Checked) {
  const t = useCopy()
  const count = (outcome: CheckedLineWire['outcome']) => lines.filter(line => line.outcome === outcome).length
  const wrong = lines.filter(({ outcome }) => outcome === 'wrong')
  const written = new Map(people.map(person => [person.line, person]))
  return (
    <div className={styles.form} role="status">
      <ul className={styles.lines}>
        {(['new', 'known', 'present', 'wrong'] as const).map(
          outcome =>
            count(outcome) > 0 && <li key={outcome}>{t(`cohorts.list.${outcome}`, { count: count(outcome) })}</li>,
        )}
      </ul>
      {wrong.length > 0 && (
        <ul className={styles.lines} aria-label={t('cohorts.list.wrongLines')}>
          {wrong.slice(0, most).map(({ line, problem }) => (
            <li key={line}>
              <span>{t('cohorts.list.line', { line, problem: t(`cohorts.problem.${problem ?? 'email_wrong'}`) })}</span>
              <span className={styles.muted} dir="auto">
                {[written.get(line)?.name, written.get(line)?.email].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
          {wrong.length > most && <li>{t('cohorts.effects.more', { count: wrong.length - most })}</li>}
        </ul>
      )}
    </div>
  )
}
