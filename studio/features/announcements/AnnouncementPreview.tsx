import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { plainParagraphs } from '#shared/features/announcements/plain-text.ts'
import { announcementIn } from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'
import styles from './AnnouncementPreview.module.css'

type Props = Pick<AnnouncementFieldsWire, 'texts' | 'by_letter' | 'link'>

/** What people see of an announcement, in a language: behind the bell, on its page, and by e-mail if it goes so. */
export function AnnouncementPreview({ texts, link, by_letter: byLetter }: Props) {
  const t = useCopy()
  const [language, setLanguage] = useState<Language>(t.language)
  const { title, body } = announcementIn(texts, language)
  const plain = plainParagraphs(body)
  const name = title || t('announcements.preview.untitled')
  return (
    <FieldGroup label={t('announcements.preview')} error={undefined}>
      <Tabs
        label={t('announcements.preview.language')}
        tabs={supportedLanguages.map(id => ({ id, label: t(`announcements.language.${id}`) }))}
        selected={language}
        onSelect={setLanguage}
        isWrapping
      >
        <div className={styles.places}>
          <figure>
            <figcaption>{t('announcements.preview.list')}</figcaption>
            <div className={styles.notice} dir="auto">
              <Icon name="bell" />
              <span>
                <strong>{name}</strong>
                <span>{plain.join(' ').slice(0, 160)}</span>
              </span>
            </div>
          </figure>
          <figure>
            <figcaption>{t('announcements.preview.page')}</figcaption>
            <div className={styles.page} dir="auto">
              <strong>{name}</strong>
              <CourseText text={body} heading={4} />
              {link && <span className={styles.link}>{link}</span>}
            </div>
          </figure>
          {byLetter && (
            <figure>
              <figcaption>{t('announcements.preview.letter')}</figcaption>
              <div className={styles.page} dir="auto">
                <strong>{name}</strong>
                {plain.map((paragraph, index) => (
                  <p key={index} className={styles.paragraph}>
                    {paragraph}
                  </p>
                ))}
              </div>
            </figure>
          )}
        </div>
      </Tabs>
    </FieldGroup>
  )
}
