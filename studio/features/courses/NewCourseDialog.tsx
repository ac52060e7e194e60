import { type SubmitEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from './Courses.module.css'
import { refreshCourses } from './data.ts'
import { wantTitle } from './draft/wanted-title.ts'

/** Asks for the title of a new course, and opens its draft. */
export function NewCourseDialog({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const form = useId()
  const [, navigate] = useLocation()
  // Sent again, it is the same course.
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState('')
  const [language, setLanguage] = useState<Language>(t.language)
  const submit = useSubmit({
    check: () => (title.trim() ? undefined : { title: [t('courses.new.missing')] }),
    send: async () => {
      const { data } = await request('POST /studio/courses', { body: { id, title, language } })
      await refreshCourses()
      onClose()
      wantTitle(data.id)
      navigate(pathTo('draft', { courseId: data.id }))
    },
    failed: t('courses.new.failed'),
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit.run()
  }
  const footer = (
    <Button type="submit" form={form} busy={submit.isBusy}>
      {t('courses.new.submit')}
    </Button>
  )
  return (
    <Dialog title={t('courses.new')} footer={footer} onClose={onClose}>
      <form id={form} ref={submit.form} noValidate className={styles.section} onSubmit={handleSubmit}>
        {submit.failure.notice && (
          <Notice tone="danger" live title={submit.failure.notice.title}>
            {submit.failure.notice.text}
          </Notice>
        )}
        <TextField
          label={t('courses.new.title')}
          required
          maxLength={300}
          data-autofocus
          value={title}
          error={submit.errorOf('title')}
          onChange={event => {
            setTitle(event.target.value)
            submit.forgive('title')
          }}
        />
        <SelectField
          label={t('courses.new.language')}
          value={language}
          onChange={event => setLanguage(supportedLanguages.find(code => code === event.target.value) ?? language)}
        >
          {supportedLanguages.map(code => (
            <option key={code} value={code} lang={code}>
              {new Intl.DisplayNames([code], { type: 'language' }).of(code)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}
