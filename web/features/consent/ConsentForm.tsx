import { type SubmitEvent, useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { type Choice, essentialOnly, type Purpose } from '#shared/features/consent/rules.ts'
import styles from './Consent.module.css'
import { consent } from './consent-state.ts'
import { PolicyLink } from './PolicyLink.tsx'

interface Props {
  initial: Choice | undefined
  isBusy?: boolean
  onAgree: (choice: Choice) => void
  /** In the dialog: allows only the essential. */
  onDismiss?: () => void
}

export function ConsentForm({ initial = essentialOnly, isBusy = false, onAgree, onDismiss }: Props) {
  const t = useCopy()
  const [choice, setChoice] = useState<Choice>({ analytics: initial.analytics, marketing: initial.marketing })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onAgree(choice)
  }
  const block = (purpose: Purpose) => (
    <Block
      name={purpose}
      isOn={choice[purpose]}
      onChange={isOn => setChoice(before => ({ ...before, [purpose]: isOn }))}
    />
  )
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <p>
        {t('consent.text')} <PolicyLink />
      </p>
      <Block name="essential" isOn />
      {block('analytics')}
      {block('marketing')}
      <div className={styles.buttons}>
        {onDismiss && (
          <Button look="secondary" onClick={onDismiss}>
            {t('consent.dismiss')}
          </Button>
        )}
        <Button type="submit" busy={isBusy}>
          {t('consent.agree')}
        </Button>
      </div>
    </form>
  )
}

type BlockProps = { name: Purpose | 'essential'; isOn: boolean; onChange?: (isOn: boolean) => void }

function Block({ name, isOn, onChange }: BlockProps) {
  const t = useCopy()
  return (
    <div className={styles.block}>
      <Switch
        label={t(`consent.${name}`)}
        checked={isOn}
        disabled={!onChange}
        onChange={event => onChange?.(event.target.checked)}
      />
      <details>
        <summary aria-label={`${t(`consent.${name}`)}: ${t('consent.more')}`}>{t('consent.more')}</summary>
        <p>{t(`consent.${name}.text`)}</p>
      </details>
    </div>
  )
}

/** Opens the settings as a dialog; undefined when it is closed without a choice. */
export function askForConsent(t: Copy): Promise<Choice | undefined> {
  return openDialog<Choice>(close => (
    <Dialog title={t('consent.title')} size="small" onClose={() => close()}>
      <ConsentForm initial={consent.read()} onAgree={close} onDismiss={() => close(essentialOnly)} />
    </Dialog>
  ))
}
