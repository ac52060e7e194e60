import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { CheckedLineWire, CohortWire } from '#shared/features/cohorts/contract.ts'
import { parseCsv, spreadsheetText } from '#shared/platform/csv.ts'
import { listedPeople, type ListedPerson, mostListed } from '#shared/features/cohorts/people-list.ts'
import { MailNotice, useIsMailSet } from '#studio/features/accounts/mail/MailNotice.tsx'
import styles from '../Cohorts.module.css'
import { refreshCohorts } from '../data.ts'
import { SaveLinks } from './SaveLinks.tsx'
import { Judgement } from './Judgement.tsx'

type Checked = { people: ListedPerson[]; lines: CheckedLineWire[]; seatsLeft: number | null }
type Enrolled = { count: number; invitedIds: number[] }
type Props = { cohort: Pick<CohortWire, 'id'>; onClose: () => void }

/** Checks people from a file, or pasted, line by line, and enrols those in its good lines once that is wanted. */
export function ListDialog({ cohort, onClose }: Props) {
  const t = useCopy()
  const params = { id: cohort.id }
  const isMailSet = useIsMailSet()
  const [enrolled, setEnrolled] = useState<Enrolled>()
  const [checked, setChecked] = useState<Checked>()
  const [pasted, setPasted] = useState('')
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
      const [count, invitedIds] = [data.enrolled, data.invited_ids]
      if (isMailSet === false && invitedIds.length) return setEnrolled({ count, invitedIds })
      onClose()
      toast(t('cohorts.list.done', { count, invited: invitedIds.length }), { tone: 'success' })
    },
    failed: t('cohorts.enrol.failed'),
  })
  const check = (text: string) => {
    setChecked(undefined)
    return checking.run(listedPeople(parseCsv(text)))
  }
  if (enrolled) return <EnrolledDialog {...enrolled} onClose={onClose} />
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
        <MailNotice />
        <FailureNotice failure={checking.failure} />
        <FailureNotice failure={enrolling.failure} />
        <p>{t('cohorts.list.text', { count: mostListed })}</p>
        <ListFile
          onRead={text => {
            setPasted('')
            void check(text)
          }}
        />
        <TextArea
          label={t('cohorts.list.paste')}
          hint={t('cohorts.list.paste.hint')}
          rows={4}
          value={pasted}
          onChange={event => {
            setPasted(event.target.value)
            setChecked(undefined)
          }}
        />
        <Button
          look="secondary"
          busy={checking.isBusy}
          disabled={!pasted.trim() || checked !== undefined}
          onClick={() => void check(pasted)}
        >
          {t('cohorts.list.check')}
        </Button>
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

/** A file of a spreadsheet, handed over as its text. */
function ListFile({ onRead }: { onRead: (text: string) => void }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const handleFile = async (field: HTMLInputElement) => {
    const [file] = field.files ?? []
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    // Or the same file, corrected, would be no change.
    field.value = ''
    onRead(spreadsheetText(bytes))
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        onChange={event => void handleFile(event.target)}
      />
      <Button look="secondary" icon="document" data-autofocus onClick={() => input.current?.click()}>
        {t('cohorts.list.file')}
      </Button>
    </div>
  )
}

/** Once all are enrolled whom no e-mail reaches. */
function EnrolledDialog({ count, invitedIds, onClose }: Enrolled & { onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog title={t('cohorts.list')} footer={<SaveLinks userIds={invitedIds} look="primary" />} onClose={onClose}>
      <Notice tone="warn" live title={t('cohorts.list.enrolled', { count })}>
        {t('cohorts.list.noMail', { count: invitedIds.length })}
      </Notice>
    </Dialog>
  )
}
