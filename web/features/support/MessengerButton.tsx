import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { messengerPhone } from '#shared/features/accounts/phone.ts'
import styles from './MessengerButton.module.css'

/** Opens the school's messenger, asking which one if it has two; hidden if it has none. */
export function MessengerButton() {
  const t = useCopy()
  const messengers = messengersOf(site().site.domain)
  const [only] = messengers
  if (!only) return null
  if (messengers.length === 1) {
    return (
      <LinkButton newWindow look="secondary" icon="chat" href={only.address}>
        {t(`support.messenger.${only.name}`)}
      </LinkButton>
    )
  }
  const handleClick = () => void openDialog(close => <ServicesChoice messengers={messengers} onClose={() => close()} />)
  return (
    <Button look="secondary" icon="chat" data-analytics="messengers" onClick={handleClick}>
      {t('support.messenger')}
    </Button>
  )
}

function ServicesChoice({ messengers, onClose }: { messengers: readonly Messenger[]; onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog title={t('support.messenger.choose')} size="small" onClose={onClose}>
      <p>{t('support.messenger.text')}</p>
      <ul className={styles.choices}>
        {messengers.map(({ name, address }) => (
          <li key={name} data-analytics="messenger" data-analytics-service={name}>
            <LinkButton newWindow wide look="secondary" icon="chat" href={address}>
              {t(`support.messenger.${name}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type Messenger = { name: 'whatsapp' | 'telegram'; address: string }

/** The messengers that a school has set up, in this order. */
export function messengersOf(school: { whatsAppNumber: string | null; telegramName: string | null }): Messenger[] {
  const { whatsAppNumber, telegramName } = school
  const number = messengerPhone(whatsAppNumber ?? '').replace('+', '')
  return [
    ...(number ? [{ name: 'whatsapp' as const, address: `https://wa.me/${number}` }] : []),
    ...(telegramName ? [{ name: 'telegram' as const, address: `https://t.me/${telegramName}` }] : []),
  ]
}
