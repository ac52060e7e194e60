import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import screen from '#studio/platform/Screen.module.css'
import styles from './Billing.module.css'

/** What is sold needs a title in one language: typing any of them settles the faults of all. */
export const textFields = supportedLanguages.flatMap(language => [
  `texts.${language}.title`,
  `texts.${language}.description`,
])

export type Text = { title: string; description: string }
export const noText: Text = { title: '', description: '' }

type Props = {
  texts: Partial<Record<Language, Text>>
  onChange: (language: Language, text: Text) => void
  errorOf: (field: string) => string | undefined
}

/** Title and description in each language. */
export function TextsFields({ texts, onChange, errorOf }: Props) {
  const t = useCopy()
  return (
    <>
      <p className={screen.muted}>{t('shop.texts.text')}</p>
      {supportedLanguages.map(language => {
        const text = texts[language] ?? noText
        return (
          <fieldset key={language} className={styles.group} lang={language}>
            <legend lang={t.language}>{t(`shop.texts.${language}`)}</legend>
            <TextField
              label={t('shop.texts.title')}
              value={text.title}
              maxLength={150}
              error={errorOf(`texts.${language}.title`)}
              onChange={({ target }) => onChange(language, { ...text, title: target.value })}
            />
            <TextArea
              label={t('shop.texts.description')}
              value={text.description}
              maxLength={2000}
              error={errorOf(`texts.${language}.description`)}
              onChange={({ target }) => onChange(language, { ...text, description: target.value })}
            />
          </fieldset>
        )
      })}
    </>
  )
}
