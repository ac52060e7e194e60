import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { copyText } from '#kit/features/chat/messages/MessageText.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import styles from './ComingUp.module.css'

/** The secret address under which a calendar follows what comes up; it is asked for when it is wanted. */
async function feedAddress(isRenewed: boolean): Promise<string> {
  const { data } = isRenewed ? await request('POST /calendar-feed/renew') : await request('GET /calendar-feed')
  return data.url
}

/** Has the person's own calendar follow what comes up; the address is a secret and is asked for on a press. */
export function CalendarFeed() {
  const t = useCopy()
  const [address, setAddress] = useState<string>()
  const { run, isBusy, failure } = useSubmit({
    async send(isRenewed: boolean) {
      setAddress(await feedAddress(isRenewed))
      if (isRenewed) toast(t('events.feed.renewed'), { tone: 'success' })
    },
    failed: t('events.feed.failed'),
  })
  const handleRenew = async () => {
    const question = { title: t('events.feed.renew.sure'), text: t('events.feed.renew.text') }
    if (await confirm({ ...question, yes: t('events.feed.renew'), no: t('events.feed.keep') })) await run(true)
  }
  const handleCopy = async (text: string) => {
    try {
      await copyText(text)
      toast(t('events.feed.copied'), { tone: 'success' })
    } catch {
      toast(t('events.feed.copyFailed'), { tone: 'danger' })
    }
  }
  return (
    <Card as="section" tone="sunken" aria-labelledby="feed" className={styles.section}>
      <h3 id="feed">{t('events.feed.title')}</h3>
      <p>{t('events.feed.text')}</p>
      <FailureNotice failure={failure} />
      {address === undefined ? (
        <Button look="secondary" icon="calendar" busy={isBusy} onClick={() => void run(false)}>
          {t('events.feed.show')}
        </Button>
      ) : (
        <>
          <p className={styles.address}>
            <bdi>{address}</bdi>
          </p>
          <div className={styles.buttons}>
            <LinkButton look="secondary" icon="calendar" href={address.replace(/^https?:/, 'webcal:')}>
              {t('events.feed.open')}
            </LinkButton>
            <Button look="secondary" icon="document" onClick={() => void handleCopy(address)}>
              {t('events.feed.copy')}
            </Button>
            <Button look="ghost" icon="refresh" busy={isBusy} onClick={() => void handleRenew()}>
              {t('events.feed.renew')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
