import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import styles from './Onboarding.module.css'
import type { Said } from './use-onboarding.ts'

/** What the school and the person said, and whether the school is writing. */
export function Bubbles({ said, isTyping }: { said: readonly Said[]; isTyping: boolean }) {
  const t = useCopy()
  const end = useRef<HTMLDivElement>(null)
  const count = said.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count, isTyping])
  return (
    <div className={styles.log}>
      <div role="log" aria-label={t('onboarding.log')}>
        <ol className={styles.bubbles}>
          {said.map(one => (
            <li key={one.id} className={styles.bubble} data-own={one.by === 'person' || undefined}>
              <VisuallyHidden>{t(one.by === 'person' ? 'onboarding.you' : 'onboarding.school')} </VisuallyHidden>
              {one.isPassword ? <Password password={one.text} /> : <p dir="auto">{one.text}</p>}
            </li>
          ))}
        </ol>
      </div>
      {isTyping && (
        <p className={styles.typing} aria-hidden>
          <span />
          <span />
          <span />
        </p>
      )}
      <div ref={end} />
    </div>
  )
}

/** Rejects where the page is not secure: there is no clipboard then. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/** The password that was made for the person, to be copied. */
function Password({ password }: { password: string }) {
  const t = useCopy()
  const handleCopy = () => {
    writeToClipboard(password).then(
      () => toast(t('onboarding.password.copied'), { tone: 'success' }),
      () => toast(t('onboarding.password.notCopied'), { tone: 'danger' }),
    )
  }
  return (
    <div className={styles.password}>
      <p>{t('onboarding.password.yours')}</p>
      <code>{password}</code>
      <Button look="secondary" onClick={handleCopy}>
        {t('onboarding.password.copy')}
      </Button>
    </div>
  )
}
