import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { TextArea } from '#kit/ui/TextArea.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import { situationOf } from '#shared/features/support/auto-questions.ts'
import type { SupportCategoryWire } from '#shared/features/support/contract.ts'
import { questionLimit } from '#shared/features/support/rules.ts'
import styles from './Support.module.css'
import { useQuestion } from './use-question.ts'

type Props = { topic: SupportCategoryWire; stream?: { id: number; title: string } }

/** The form of a signed-in learner; what is sent without a network waits on the device. */
export function QuestionForm({ topic, stream }: Props) {
  const t = useCopy()
  const form = useQuestion(topic.id, stream?.id)
  const situation = situationOf(topic.id, site().config.supportCategories)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{topic.name}</h1>
        {stream && <p className={styles.muted}>{t('support.about', { title: stream.title })}</p>}
      </header>
      <form className={styles.form} onSubmit={form.handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={form.name}
          error={form.errors.name}
          onChange={event => form.setName(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={5}
          maxLength={questionLimit}
          value={form.message.text}
          error={form.errors.message}
          onChange={event => form.message.change(event.target.value)}
        />
        {form.hasFailed && (
          <Notice live tone="danger">
            {t('support.error')}
          </Notice>
        )}
        <Button type="submit" icon="send" busy={form.isBusy} disabled={!form.message.text.trim()}>
          {t('support.send')}
        </Button>
      </form>
      {situation && (
        <div className={styles.auto}>
          <p className={styles.muted}>{t('support.auto')}</p>
          <Button look="secondary" busy={form.isBusy} onClick={form.handleAuto}>
            {t(situation === 'homework' ? 'support.auto.homework' : 'support.auto.renew')}
          </Button>
        </div>
      )}
    </div>
  )
}
