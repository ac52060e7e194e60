import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { copyText } from '#kit/features/chat/copy-text.ts'
import { useUploads } from '#kit/features/media/uploading.ts'
import { discardWrite } from '#kit/request/outbox.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { toast } from '#kit/ui/toasts.ts'
import type { Attempt } from '#shared/features/homework/forms.ts'
import { useTimeZone } from '../clock.ts'
import type { ConflictChoices } from './conflict.ts'
import type { HomeworkDetail } from '../data.ts'
import { downloadVersion } from './download-version.ts'
import styles from './HandInForm.module.css'
import type { HandIn } from './hand-ins.ts'
import { momentWords } from '../homework-words.ts'
import { MyVersion } from './MyVersion.tsx'
import { resend, sendToChat } from './resend.ts'
import { mayDiscard } from './SentMeanwhile.tsx'

interface Props {
  handIn: HandIn
  detail: HomeworkDetail
  choices: ConflictChoices<Attempt>
  chatId: number | undefined
}

function SentVersion({ sent }: { sent: Attempt }) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { text, files } = sent.submission
  return (
    <div className={styles.version}>
      <h3>{t('homework.conflict.other', { when: momentWords(t, sent.submittedAt, timeZone) })}</h3>
      <p dir="auto" className={styles.excerpt}>
        {text || (files.length === 0 && t('homework.conflict.noText'))}
      </p>
      {files.length > 0 && <p className={styles.note}>{t('homework.files', { count: files.length })}</p>}
    </div>
  )
}

/** Another device was faster: both versions stay, and the learner chooses what becomes of theirs. */
export function ConflictPanel({ handIn, detail, choices, chatId }: Props) {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const files = useUploads(handIn.uploads)
  const { sent, resend: way, closed } = choices
  const exercise = detail.exercises.find(one => one.id === handIn.exerciseId)?.title
  const work = (job: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    job()
      .catch(() => toast(t('homework.wrong.send'), { tone: 'danger' }))
      .finally(() => setBusy(false))
  }
  const handleKeep = async () => {
    if (await mayDiscard(t)) await discardWrite(handIn.write.id)
  }
  const handleChat = async (chat: number) => {
    await sendToChat(handIn, chat, exercise)
    toast(t('homework.conflict.message.sent'), { tone: 'success' })
  }
  const handleCopy = async () => {
    await copyText(handIn.text)
    toast(t('homework.conflict.copied'))
  }
  return (
    <Card as="section" aria-labelledby="hand-in">
      <div className={styles.form}>
        <h2 id="hand-in">{t('homework.conflict.title')}</h2>
        <Notice live tone="warn">
          {[closed && t(`homework.conflict.${closed}`), t('homework.conflict.text')].filter(Boolean).join(' ')}
        </Notice>
        <div className={styles.versions}>
          {sent && <SentVersion sent={sent} />}
          <div className={styles.version}>
            <h3>{t('homework.conflict.mine')}</h3>
            <MyVersion handIn={handIn} />
          </div>
        </div>
        <div className={styles.buttons}>
          <Button onClick={() => work(handleKeep)}>{t('homework.conflict.keep')}</Button>
          {way && (
            <Button look="secondary" busy={isBusy} onClick={() => work(() => resend(handIn, way.replacesAttemptId))}>
              {t(way.replacesAttemptId === undefined ? 'homework.conflict.again' : 'homework.conflict.replace')}
            </Button>
          )}
          {chatId !== undefined && (
            <Button look="secondary" icon="chat" busy={isBusy} onClick={() => work(() => handleChat(chatId))}>
              {t('homework.conflict.message')}
            </Button>
          )}
          {handIn.text && (
            <Button look="ghost" onClick={() => work(handleCopy)}>
              {t('homework.conflict.copy')}
            </Button>
          )}
          <Button look="ghost" icon="download" onClick={() => downloadVersion(handIn.text, files, detail.task.title)}>
            {t('homework.conflict.download')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
