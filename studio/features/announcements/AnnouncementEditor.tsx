import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { MarkdownArea } from '#studio/features/courses/draft/fields/MarkdownArea.tsx'
import { Sides } from '#studio/features/courses/draft/Sides.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { recipientsQuery } from './data.ts'
import { LinkField, TimingFields, WaysFields } from './SendingFields.tsx'
import { type AnnouncementWriting, useAnnouncement } from './use-announcement.ts'
import { useSaidOf } from './said.ts'

/** All that is written of an announcement, to whom it goes, and when it is sent. */
export function AnnouncementEditor({ stored }: { stored: EditedAnnouncementWire }) {
  const t = useCopy()
  const writing = useAnnouncement(stored)
  const { form, isBusy, failure, fields, theirs, language, isSaved } = writing
  const saidOf = useSaidOf()
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void writing.run('save')
      }}
    >
      {theirs && <Sides mine={saidOf(fields)} theirs={saidOf(theirs)} onSettle={writing.settle} />}
      <h2>{t('announcements.words')}</h2>
      <Tabs
        label={t('announcements.language')}
        tabs={supportedLanguages.map(id => ({ id, label: t(`announcements.language.${id}`) }))}
        selected={language}
        onSelect={writing.setLanguage}
        isWrapping
      >
        <Words key={language} writing={writing} />
      </Tabs>
      <LinkField {...writing} />
      <h2>{t('announcements.audience')}</h2>
      <AudienceFields {...writing} />
      <h2>{t('announcements.sending')}</h2>
      <WaysFields {...writing} />
      <TimingFields {...writing} />
      <AnnouncementPreview {...fields} />
      <FailureNotice failure={failure} />
      <p role="status" className={styles.muted}>
        {t(isSaved ? 'announcements.allSaved' : 'announcements.notSaved')}
      </p>
      <Button type="submit" look="secondary" busy={isBusy}>
        {t('announcements.save')}
      </Button>
      {isSaved && <Recipients id={stored.id} />}
      <Button busy={isBusy} onClick={() => void writing.run('send')}>
        {t('announcements.send')}
      </Button>
    </form>
  )
}

/** How many people would get it now. */
function Recipients({ id }: { id: number }) {
  const t = useCopy()
  const { data, isError } = useQuery(recipientsQuery(id))
  if (isError) return <p role="status">{t('announcements.reach.failed')}</p>
  return (
    <p role="status">
      {data ? t('announcements.reach', { count: data.recipients }) : t('announcements.reach.counting')}
    </p>
  )
}

function Words({ writing: { fields, language, change, errorOf } }: { writing: AnnouncementWriting }) {
  const t = useCopy()
  const text = fields.texts[language] ?? { title: '', body: '' }
  const of = (name: 'title' | 'body') => ({
    label: t(`announcements.field.${name}`),
    lang: language,
    dir: 'auto' as const,
    value: text[name],
    error: errorOf(`texts.${language}.${name}`),
    onChange: (event: { target: { value: string } }) => {
      const texts = { ...fields.texts, [language]: { ...text, [name]: event.target.value } }
      change({ texts }, `texts.${language}.${name}`)
    },
  })
  return (
    <div className={styles.form}>
      <TextField {...of('title')} maxLength={150} />
      <MarkdownArea {...of('body')} maxLength={10_000} rows={10} preview={t('announcements.preview.text')} />
    </div>
  )
}
