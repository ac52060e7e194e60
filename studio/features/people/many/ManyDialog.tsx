import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { type ChangeOfMany, outcomeOf } from '#shared/features/people/rules.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { type Outcome, oneByOne } from '#studio/platform/tables/one-by-one.ts'
import { changeOne, refreshPeople, roles } from '../data.ts'
import styles from '../People.module.css'
import { OptionField } from '../PersonForm.tsx'
import { ManyEffects } from './ManyEffects.tsx'
import { ManyOutcome } from './ManyOutcome.tsx'

type Props = {
  kind: ChangeOfMany['kind']
  people: readonly PersonRowWire[]
  onClose: () => void
  onDone: () => void
}

/** Shows what a change does to each of many people, makes it one by one, and says of whom it did not come true, and why. */
export function ManyDialog({ kind, people, onClose, onDone }: Props) {
  const t = useCopy()
  const [role, setRole] = useState<PersonRowWire['role']>()
  const [reason, setReason] = useState('')
  const change = changeOf(kind, role, reason.trim())
  const { outcome, progress, isBusy, run, stop } = useRun(change, onClose, onDone)
  const ownId = useUser().id
  const affected = change ? people.filter(person => outcomeOf(change, person, ownId) === 'changed') : []
  const isReady = affected.length > 0 && (kind !== 'block' || reason.trim() !== '')
  const footer = outcome ? (
    <>
      {outcome.left.length > 0 && (
        <Button busy={isBusy} onClick={() => void run(outcome.left)}>
          {t('people.many.goOn', { count: outcome.left.length })}
        </Button>
      )}
      <Button look="secondary" onClick={isBusy ? stop : onClose}>
        {t(isBusy ? 'people.many.stop' : 'ui.close')}
      </Button>
    </>
  ) : (
    <>
      {isBusy && (
        <Button look="secondary" onClick={stop}>
          {t('people.many.stop')}
        </Button>
      )}
      <Button
        look={kind === 'block' ? 'danger' : 'primary'}
        disabled={!isReady}
        busy={isBusy}
        onClick={() => void run(affected)}
      >
        {t('people.many.submit', { count: change ? affected.length : people.length })}
      </Button>
    </>
  )
  return (
    <Dialog title={t(`people.many.${kind}`)} footer={footer} onClose={isBusy ? stop : onClose}>
      <div className={styles.form}>
        {isBusy && <p role="status">{t('people.many.busy', progress)}</p>}
        {outcome && !isBusy && <ManyOutcome outcome={outcome} />}
        {!outcome && !isBusy && (
          <>
            <p>{t(`people.many.${kind}.text`)}</p>
            {kind === 'role' && (
              <OptionField
                label={t('people.form.role')}
                value={role}
                none={t('people.form.role.choose')}
                options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
                onChoose={setRole}
              />
            )}
            {kind === 'block' && (
              <TextField
                label={t('people.act.block.reason')}
                value={reason}
                maxLength={500}
                autoComplete="off"
                data-autofocus
                onChange={event => setReason(event.target.value)}
              />
            )}
            {change && <ManyEffects people={people} change={change} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Undefined until it is known what is to be done. */
function changeOf(
  kind: ChangeOfMany['kind'],
  role: PersonRowWire['role'] | undefined,
  reason: string,
): ChangeOfMany | undefined {
  if (kind === 'role') return role && { kind, role }
  return kind === 'block' ? { kind, reason } : { kind }
}

/** Makes the change for one after another; what is left goes on where it ended. */
function useRun(change: ChangeOfMany | undefined, onClose: () => void, onDone: () => void) {
  const t = useCopy()
  const [outcome, setOutcome] = useState<Outcome<PersonRowWire>>()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [isBusy, setBusy] = useState(false)
  const isStopped = useRef(false)
  const run = async (wanted: readonly PersonRowWire[]) => {
    if (!change || isBusy) return
    isStopped.current = false
    setBusy(true)
    setProgress({ done: 0, total: wanted.length })
    const before = outcome ?? { done: [], refused: [] }
    const next = await oneByOne(wanted, person => changeOne(person, change), {
      onStep: done => setProgress({ done, total: wanted.length }),
      isStopped: () => isStopped.current,
    })
    await refreshPeople()
    const all = { ...next, done: [...before.done, ...next.done], refused: [...before.refused, ...next.refused] }
    setBusy(false)
    setOutcome(all)
    if (all.left.length === 0) onDone()
    if (all.left.length > 0 || all.refused.length > 0) return
    toast(t('people.many.done', { count: all.done.length }), { tone: 'success' })
    onClose()
  }
  return { outcome, progress, isBusy, run, stop: () => void (isStopped.current = true) }
}
