import { type SubmitEvent, useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { refreshPeople, useAction } from './data.ts'
import styles from './People.module.css'

type Asked = {
  title: string
  text: string
  label: string
  submit: string
  maxLength?: number
  /** Text that must be typed, ignoring case, before it can be sent. */
  expected?: string
  send(typed: string): Promise<unknown>
  onDone(): void
}

/** Asks for one line of text before an action that affects somebody. */
export function askForText(asked: Asked): Promise<unknown> {
  return openDialog(close => <AskForText asked={asked} onClose={() => close()} />)
}

function AskForText({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { run, isBusy, errorOf } = useAction()
  const [typed, setTyped] = useState('')
  const isRight = asked.expected ? typed.trim().toLowerCase() === asked.expected.toLowerCase() : typed.trim() !== ''
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isRight || !(await run(() => asked.send(typed.trim())))) return
    onClose()
    asked.onDone()
  }
  return (
    <Dialog title={asked.title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={event => void handleSubmit(event)}>
        <p>{asked.text}</p>
        <TextField
          label={asked.label}
          value={typed}
          maxLength={asked.maxLength}
          error={errorOf('confirm') ?? errorOf('reason')}
          autoComplete="off"
          data-autofocus
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" look="danger" busy={isBusy} disabled={!isRight}>
          {asked.submit}
        </Button>
      </form>
    </Dialog>
  )
}

/** Offers a one-time link into the learner app as somebody else; it is created when the dialog opens. */
export function offerSignInAs(person: PersonWire): Promise<unknown> {
  return openDialog(close => <SignInAsLink person={person} onClose={() => close()} />)
}

const signInPath = (token: string) => `/auto-login?token=${encodeURIComponent(token)}`

function SignInAsLink({ person, onClose }: { person: PersonWire; onClose: () => void }) {
  const t = useCopy()
  const { id, name } = person
  const [token, setToken] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isOpen = true
    request('POST /studio/users/:id/sign-in-as', { params: { id } })
      .then(({ data }) => isOpen && setToken(data.token))
      .catch((failure: unknown) => isOpen && setError(failure))
      .finally(() => void refreshPeople())
    return () => {
      isOpen = false
    }
  }, [id])
  return (
    <Dialog title={t('people.act.signInAs.title', { name })} onClose={onClose}>
      <div className={styles.form}>
        <p>{t('people.act.signInAs.text', { name })}</p>
        {error !== undefined && (
          <Notice tone="danger" live>
            {errorMessage(error, t('people.failed'))}
          </Notice>
        )}
        {token !== undefined && (
          <>
            <LinkButton href={signInPath(token)} newWindow onClick={onClose}>
              {t('people.act.signInAs.open', { name })}
            </LinkButton>
            <p className={styles.muted}>{t('people.act.signInAs.soon')}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
