import { useCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import type { FileInText } from '#kit/features/courses/markdown/MarkdownText.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { EditedArticleWire } from '#shared/features/articles/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { MarkdownArea } from '#studio/features/courses/draft/fields/MarkdownArea.tsx'
import { pickFromLibrary } from '#studio/features/library/LibraryPicker.tsx'
import { WholeNumberField } from '#studio/platform/fields/WholeNumberField.tsx'
import { BothVersions } from './BothVersions.tsx'
import { LibraryFile } from './LibraryFile.tsx'
import { PublicationPart } from './PublicationPart.tsx'
import { type ArticleWriting, useArticle } from './use-article.ts'

/** What a text can show, and how its preview draws it. */
const library = {
  pick: (kind: 'image' | 'video') => pickFromLibrary(kind),
  draw: ({ id, words }: FileInText) => <LibraryFile id={id} words={words} />,
}

/** All that is written of an article, and when it is published. */
export function ArticleEditor({ stored }: { stored: EditedArticleWire }) {
  const t = useCopy()
  const writing = useArticle(stored)
  const { form, isBusy, failure, fields, theirs, language, isSaved } = writing
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void writing.run()
      }}
    >
      {theirs && <BothVersions mine={{ ...fields, image: writing.image }} theirs={theirs} onSettle={writing.settle} />}
      <h2>{t('articles.words')}</h2>
      <Tabs
        label={t('articles.language')}
        tabs={supportedLanguages.map(id => ({ id, label: t(`articles.language.${id}`) }))}
        selected={language}
        onSelect={writing.setLanguage}
        isWrapping
      >
        <Words key={language} writing={writing} />
      </Tabs>
      <PictureChoice writing={writing} />
      <Checkbox
        label={t('articles.public')}
        hint={t('articles.public.hint')}
        checked={fields.is_public}
        onChange={event => writing.change({ is_public: event.target.checked }, 'is_public')}
      />
      <WholeNumberField
        label={t('articles.sort')}
        hint={t('articles.sort.hint')}
        value={fields.sort}
        error={writing.errorOf('sort')}
        onChange={sort => writing.change({ sort }, 'sort')}
      />
      <FailureNotice failure={failure} />
      <p role="status" className={styles.muted}>
        {t(isSaved ? 'articles.allSaved' : 'articles.notSaved')}
      </p>
      <Button type="submit" busy={isBusy}>
        {t('articles.save')}
      </Button>
      <PublicationPart stored={stored} writing={writing} />
    </form>
  )
}

function Words({ writing: { fields, language, change, errorOf } }: { writing: ArticleWriting }) {
  const t = useCopy()
  const text = fields.texts[language] ?? { title: '', lead: '', body: '' }
  const of = (name: 'title' | 'lead' | 'body') => ({
    label: t(`articles.field.${name}`),
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
      <TextArea {...of('lead')} hint={t('articles.field.lead.hint')} maxLength={500} rows={2} />
      <MarkdownArea {...of('body')} maxLength={50_000} rows={18} preview={t('articles.preview')} files={library} />
    </div>
  )
}

function PictureChoice({ writing: { fields, image, change, errorOf } }: { writing: ArticleWriting }) {
  const t = useCopy()
  const pick = async () => {
    const file = await pickFromLibrary('image')
    if (!file) return
    const preview = file.preview ?? ''
    change({ picture_id: file.id }, 'picture_id', { large: preview, medium: preview, small: preview })
  }
  return (
    <FieldGroup label={t('articles.picture')} error={errorOf('picture_id')}>
      {image && <img src={image.medium} alt={t('articles.picture')} width={370} />}
      <span className={styles.line}>
        <Button look="secondary" onClick={() => void pick()}>
          {t(fields.picture_id === null ? 'articles.picture.choose' : 'articles.picture.another')}
        </Button>
        {fields.picture_id !== null && (
          <Button look="ghost" onClick={() => change({ picture_id: null }, 'picture_id', null)}>
            {t('articles.picture.remove')}
          </Button>
        )}
      </span>
    </FieldGroup>
  )
}
