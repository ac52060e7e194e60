import { useEffect, useId, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import styles from './PlayerNotice.module.css'

interface Props {
  title: string
  address: string
  onDone: () => void
}

/** Offers the lesson's survey form when the lesson is over; the playlist waits for the answer. */
export function SurveyPrompt({ title, address, onDone }: Props) {
  const t = useCopy()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} className={styles.notice} role="dialog" aria-labelledby={id} tabIndex={-1}>
      <h3 id={id} className={styles.title}>
        {t('media.survey.title')}
      </h3>
      <p className={styles.hint}>{t('media.survey.text', { title })}</p>
      <div className={styles.actions}>
        <LinkButton href={address} newWindow onClick={onDone}>
          {t('media.survey.open')}
        </LinkButton>
        <Button look="secondary" onClick={onDone}>
          {t('media.survey.next')}
        </Button>
      </div>
    </div>
  )
}
