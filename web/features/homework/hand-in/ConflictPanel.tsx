import { useCopy } from '#kit/copy/copy.tsx'
import { copyText } from '#kit/features/chat/messages/MessageText.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { discardWrite } from '#kit/outbox/outbox.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Attempt } from '#shared/features/homework/forms.ts'
import { useChats } from '#web/features/chat/data.ts'
import type { HomeworkDetail } from '../data.ts'
import { momentWords, useTimeZone } from '../homework-times.ts'
import styles from './HandIn.module.css'
import type { HandIn } from './hand-ins.ts'
import { MyVersion } from './MyVersion.tsx'
import { chatText, type ConflictChoices, downloadVersion, resend, sendToChat } from './unsent.ts'

async function mayDiscard(t: ReturnType<typeof useCopy>): Promise<boolean> {
  return confirm({
    title: t('homework.conflict.keep.question'),
    text: t('homework.conflict.keep.text'),
    yes: t('homework.conflict.keep.yes'),
    no: t('homework.conflict.keep.no'),
    danger: true,
  })
}

/** Says that another device handed in while this answer was being written; stays until the learner decides. */
export function SentMeanwhile({ choices, onDiscard }: { choices: ConflictChoices<Attempt>; onDiscard: () => void }) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { sent, closed } = choices
  const handleKeep = async () => {
    if (await mayDiscard(t)) onDiscard()
  }
  return (
    <Notice
      live
      tone="warn"
      title={sent && t('homework.conflict.other', { when: momentWords(t, sent.submittedAt, timeZone) })}
      action={
        <Button look="secondary" onClick={() => void handleKeep()}>
          {t('homework.conflict.keep')}
        </Button>
      }
    >
      {[closed && t(`homework.conflict.${closed}`), t('homework.conflict.text')].filter(Boolean).join(' ')}
    </Notice>
  )
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

interface Props {
  handIn: HandIn
  detail: HomeworkDetail
  choices: ConflictChoices<Attempt>
  chatId: number | undefined
}

/** Another device was faster: shows both versions, and the learner decides about the one on this device. */
export function ConflictPanel({ handIn, detail, choices, chatId }: Props) {
  const t = useCopy()
  const files = useUploads(handIn.uploads)
  const { sent, resend: way, closed } = choices
  const exercise = detail.exercises.find(one => one.id === handIn.exerciseId)?.title
  const chat = useChats().data?.find(one => one.id === chatId)
  const message = chatText(handIn.text, exercise)
  const failed = t('homework.wrong.send')
  const { run, isBusy } = useSubmit({
    send: async (job: () => Promise<unknown>) => void (await job()),
    failed,
    hasToast: true,
    explain: () => ({ errors: {}, notice: { title: failed, text: '' } }),
  })
  const work = (job: () => Promise<unknown>) => void run(job)
  const handleKeep = async () => {
    if (await mayDiscard(t)) await discardWrite(handIn.write.id)
  }
  const handleChat = async (chat: number, text: string) => {
    await sendToChat(handIn, chat, text)
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
          {chat && !chat.closedReason && message !== undefined && (
            <Button look="secondary" icon="chat" busy={isBusy} onClick={() => work(() => handleChat(chat.id, message))}>
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
