import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Dialog } from '#kit/ui/Dialog.tsx'
import { openDialog } from '#kit/ui/dialogs.ts'
import { TextField } from '#kit/ui/TextField.tsx'
import { toast } from '#kit/ui/toasts.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { Choose } from './Choose.tsx'
import { roles } from './data.ts'
import styles from './People.module.css'
import { useAction } from './use-action.ts'

/** Asks for who is to be added, and shows them then. */
export function openAddPerson(): Promise<unknown> {
  return openDialog(close => <AddPerson onClose={() => close()} />)
}

function AddPerson({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy, errorOf } = useAction()
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PersonWire['role']>('expert')
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(async () => {
      const body = { first_name: firstName, last_name: lastName, email, role, language_code: t.language }
      const { data } = await request('POST /studio/users', { body })
      onClose()
      toast(t('people.add.done'), { tone: 'success' })
      navigate(pathTo('user', { userId: data.id }))
    })
  }
  const typed = (set: (text: string) => void) => (event: { target: { value: string } }) => set(event.target.value)
  return (
    <Dialog title={t('people.add')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{t('people.add.text')}</p>
        <TextField
          label={t('people.form.firstName')}
          value={firstName}
          error={errorOf('first_name')}
          data-autofocus
          onChange={typed(setFirstName)}
        />
        <TextField label={t('people.form.lastName')} value={lastName} onChange={typed(setLastName)} />
        <TextField
          label={t('people.form.email')}
          type="email"
          value={email}
          error={errorOf('email')}
          onChange={typed(setEmail)}
        />
        <Choose
          label={t('people.form.role')}
          value={role}
          options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
          onChoose={setRole}
        />
        <Button type="submit" busy={isBusy} disabled={!firstName.trim() || !email.trim()}>
          {t('people.add.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
