import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { copyText } from '#kit/features/chat/messages/MessageText.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { feedAddress } from './data.ts'
import styles from './VideoConsultations.module.css'

/** Has the person's own calendar follow what comes up; the address is a secret and is asked for on a press. */
export function CalendarFeed() {
  const t = useCopy()
  const [address, setAddress] = useState<string>()
  const { run, isBusy, failure } = useSubmit({
    async send(isRenewed: boolean) {
      setAddress(await feedAddress(isRenewed))
      if (isRenewed) toast(t('video.feed.renewed'), { tone: 'success' })
    },
    failed: t('video.feed.failed'),
  })
  const handleRenew = async () => {
    const question = { title: t('video.feed.renew.sure'), text: t('video.feed.renew.text') }
    if (await confirm({ ...question, yes: t('video.feed.renew'), no: t('video.keep') })) await run(true)
  }
  const handleCopy = async (text: string) => {
    try {
      await copyText(text)
      toast(t('video.feed.copied'), { tone: 'success' })
    } catch {
      toast(t('video.feed.copyFailed'), { tone: 'danger' })
    }
  }
  return (
    <Card as="section" tone="sunken" aria-labelledby="feed" className={styles.part}>
      <h3 id="feed">{t('video.feed.title')}</h3>
      <p>{t('video.feed.text')}</p>
      <FailureNotice failure={failure} />
      {address === undefined ? (
        <Button look="secondary" icon="calendar" busy={isBusy} onClick={() => void run(false)}>
          {t('video.feed.show')}
        </Button>
      ) : (
        <>
          <p className={styles.address}>
            <bdi>{address}</bdi>
          </p>
          <div className={styles.buttons}>
            <LinkButton look="secondary" icon="calendar" href={address.replace(/^https?:/, 'webcal:')}>
              {t('video.feed.open')}
            </LinkButton>
            <Button look="secondary" icon="document" onClick={() => void handleCopy(address)}>
              {t('video.feed.copy')}
            </Button>
            <Button look="ghost" icon="refresh" busy={isBusy} onClick={() => void handleRenew()}>
              {t('video.feed.renew')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
