import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button, buttonClass } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { type SocialSource, socialNames } from '#shared/features/social/rules.ts'
import { keepReturnAddress, offeredNetworks, signInAddress, startLinking } from './networks.ts'
import styles from './Social.module.css'

type Props = {
  /** `login` for a visitor, `link` for a person who is signed in. */
  purpose?: 'login' | 'link'
  /** The path that linking returns to. */
  returnTo?: string
  /** Networks that are linked already. */
  except?: readonly SocialSource[]
  /** Called when linking could not be begun. */
  onFailed?: (() => void) | undefined
}

/** Buttons to sign in with, or to link, the school's networks; nothing if it has none. */
export function SocialButtons({ purpose = 'login', returnTo = location.pathname, except = [], onFailed }: Props) {
  const t = useCopy()
  const networks = offeredNetworks().filter(source => !except.includes(source))
  if (networks.length === 0) return null
  if (purpose === 'link') return <LinkButtons networks={networks} returnTo={returnTo} onFailed={onFailed} />
  return (
    <div className={styles.buttons} role="group" aria-label={t('accounts.login.networks')}>
      <p className={styles.or}>{t('accounts.login.or')}</p>
      {networks.map(source => (
        <a
          key={source}
          href={signInAddress(source)}
          className={buttonClass('secondary', true)}
          onClick={keepReturnAddress}
        >
          <NetworkMark source={source} />
          <span>{t('accounts.login.with', { network: socialNames[source] })}</span>
        </a>
      ))}
    </div>
  )
}

type LinkProps = Required<Pick<Props, 'returnTo'>> & Pick<Props, 'onFailed'> & { networks: readonly SocialSource[] }

function LinkButtons({ networks, returnTo, onFailed }: LinkProps) {
  const t = useCopy()
  const { leaving, failure, handleLink } = useLinking(returnTo, onFailed)
  return (
    <div className={styles.buttons} role="group" aria-label={t('accounts.login.networks')}>
      {failure && (
        <Notice tone="danger" live>
          {failure}
        </Notice>
      )}
      {networks.map(source => (
        <Button
          key={source}
          look="secondary"
          wide
          busy={leaving === source}
          disabled={leaving !== undefined && leaving !== source}
          onClick={() => void handleLink(source)}
        >
          <span className={styles.label}>
            <NetworkMark source={source} />
            {t('social.link.named', { network: socialNames[source] })}
          </span>
        </Button>
      ))}
    </div>
  )
}

/** Leaves the page to link a network; stays busy until then, or says why it failed. */
export function useLinking(returnTo: string, onFailed?: () => void) {
  const t = useCopy()
  const [leaving, setLeaving] = useState<SocialSource>()
  const [failure, setFailure] = useState('')
  const handleLink = async (source: SocialSource) => {
    setLeaving(source)
    setFailure('')
    try {
      if (!(await startLinking(source, returnTo))) setLeaving(undefined)
    } catch (error) {
      setFailure(errorMessage(error, t('social.again')))
      setLeaving(undefined)
      onFailed?.()
    }
  }
  return { leaving, failure, handleLink }
}

const letters: Record<SocialSource, string> = { google: 'G', vkontakte: 'VK', facebook: 'f', apple: 'A' }

/** Our own icon for a network, since the originals are trademarks. */
export function NetworkMark({ source }: { source: SocialSource }) {
  const text = letters[source]
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden>
      <rect x="1" y="1" width="22" height="22" rx="7" fill="var(--accent-soft)" />
      <text
        x="12"
        y="12.5"
        dominantBaseline="central"
        textAnchor="middle"
        fill="var(--accent-text)"
        fontWeight="750"
        fontSize={text.length > 1 ? 10 : 14}
      >
        {text}
      </text>
    </svg>
  )
}
