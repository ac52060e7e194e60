import { type SubmitEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { peopleSorts } from '#shared/features/people/people-sorts.ts'
import { MailNotice, useIsMailSet } from '#studio/features/accounts/mail/MailNotice.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { Search } from '#studio/platform/fields/Search.tsx'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { useOrder } from '#studio/platform/tables/RowsTable.tsx'
import { type PeopleFilter, roles, useAction } from './data.ts'
import styles from './People.module.css'
import { PeopleList } from './PeopleList.tsx'
import { OptionField } from './PersonForm.tsx'

/** `/admin/users` */
export function UsersScreen() {
  const t = useCopy()
  usePageTitle(t('people.title'))
  const { get, set } = useQueryState()
  const isAdmin = useUser().role === 'admin'
  const role = roles.find(name => name === get('role'))
  const blocked = (['yes', 'no'] as const).find(name => name === get('blocked'))
  const field = useRef<HTMLInputElement>(null)
  useShortcuts('people.title', [{ keys: ['/'], label: 'people.search.key', run: () => field.current?.focus() }])
  const { onSort, ...order } = useOrder(peopleSorts, { sort: 'created', order: 'desc' })
  const filter: PeopleFilter = { search: get('q'), role, blocked, ...order }
  return (
    <>
      <ScreenHead title={t('people.title')}>{isAdmin && <AddButton />}</ScreenHead>
      <div className={styles.filters}>
        <Search ref={field} label={t('people.search')} value={get('q') ?? ''} onChange={q => set({ q })} />
        <Picker
          label={t('people.filter.role')}
          all={t('people.filter.roles')}
          value={role}
          options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
          onChoose={chosen => set({ role: chosen })}
        />
        <Picker
          label={t('people.filter.blocked')}
          all={t('people.filter.all')}
          value={blocked}
          options={(['yes', 'no'] as const).map(id => ({ id, label: t(`people.filter.${id}`) }))}
          onChoose={chosen => set({ blocked: chosen })}
        />
      </div>
      <PeopleList filter={filter} onSort={onSort} />
    </>
  )
}

function AddButton() {
  const t = useCopy()
  useShortcuts('people.title', [{ keys: ['n'], label: 'people.add', run: () => void openAddPerson() }])
  return (
    <Button icon="user" onClick={() => void openAddPerson()}>
      {t('people.add')} <KeyHint name="n" />
    </Button>
  )
}

/** Asks for a new person's data, adds them and opens their page. */
function openAddPerson(): Promise<unknown> {
  return openDialog(close => <AddPerson onClose={() => close()} />)
}

function AddPerson({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy, errorOf } = useAction()
  const isUnheard = useIsMailSet() === false
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PersonWire['role']>()
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!role) return
    void run(async () => {
      const body = { first_name: firstName, last_name: lastName, email, role, language_code: t.language }
      const { data } = await request('POST /studio/users', { body })
      onClose()
      toast(t(isUnheard ? 'people.add.done.noMail' : 'people.add.done'), { tone: 'success' })
      navigate(pathTo('user', { userId: data.id }))
    })
  }
  const typed = (set: (text: string) => void) => (event: { target: { value: string } }) => set(event.target.value)
  return (
    <Dialog title={t('people.add')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <MailNotice />
        <p>{t(isUnheard ? 'people.add.text.noMail' : 'people.add.text')}</p>
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
        <OptionField
          label={t('people.form.role')}
          value={role}
          none={t('people.form.role.choose')}
          options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
          onChoose={setRole}
        />
        <Button type="submit" busy={isBusy} disabled={!firstName.trim() || !email.trim() || !role}>
          {t(isUnheard ? 'people.add.submit.noMail' : 'people.add.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
