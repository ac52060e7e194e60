import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { refreshPeople } from './data.ts'
import styles from './People.module.css'

/** Shows a new invitation link, to be handed over by another way than e-mail; it is made when the dialog opens. */
export function showInvitationLink(person: PersonWire): Promise<unknown> {
  return openDialog(close => <InvitationLink person={person} onClose={() => close()} />)
}

function InvitationLink({ person: { id, name }, onClose }: { person: PersonWire; onClose: () => void }) {
  const t = useCopy()
  const { date } = useMoments()
  const [made, setMade] = useState<{ url: string; until: number }>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isOpen = true
    request('POST /studio/invitation-links', { body: { user_ids: [id] } })
      .then(({ data }) => isOpen && setMade({ url: data.links[0]?.url ?? '', until: data.valid_until * 1000 }))
      .catch((failure: unknown) => isOpen && setError(failure))
      .finally(() => void refreshPeople())
    return () => {
      isOpen = false
    }
  }, [id])
  const handleCopy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
      toast(t('people.act.link.copied'), { tone: 'success' })
    } catch {
      toast(t('people.act.link.byHand'))
    }
  }
  const footer = (
    <>
      <Button look="secondary" onClick={onClose}>
        {t('ui.close')}
      </Button>
      {made && <Button onClick={() => void handleCopy(made.url)}>{t('people.act.link.copy')}</Button>}
    </>
  )
  return (
    <Dialog title={t('people.act.link.title', { name })} footer={footer} onClose={onClose}>
      <div className={styles.form} aria-busy={!made && error === undefined}>
        {error !== undefined && (
          <Notice tone="danger" live>
            {errorMessage(error, t('people.failed'))}
          </Notice>
        )}
        {!made && error === undefined && <Spinner />}
        {made && (
          <>
            <p>{t('people.act.link.text', { name, date: date(made.until) })}</p>
            <TextField
              label={t('people.act.link')}
              value={made.url}
              readOnly
              dir="ltr"
              onFocus={event => event.target.select()}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
