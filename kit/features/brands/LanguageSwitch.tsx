import { useCopy } from '#kit/copy/copy.tsx'
import { changeLanguage, isLanguage, languageNames } from '#kit/copy/language.ts'
import { Choice } from './Choice.tsx'
import { site } from './site.ts'

/** Another language: asked first, then the page is loaded anew. Nothing where the school has one language. */
export function LanguageSwitch() {
  const t = useCopy()
  const offered = site().site.domain.languages.map(({ code }) => code)
  if (offered.length < 2) return null
  const ask = async (language: string) => {
    const { confirm } = await import('#kit/ui/QuestionDialog.tsx')
    const name = isLanguage(language) ? languageNames[language] : language
    return confirm({ title: t('brands.language.change'), text: t('brands.language.reload', { language: name }) })
  }
  const handleChoose = (language: string) => {
    changeLanguage(language, () => ask(language)).catch((error: Error) => {
      if (error.message !== 'Cancel') throw error
    })
  }
  const options = offered.map(code => ({ value: code, label: languageNames[code] }))
  return (
    <Choice icon="globe" label={t('brands.language')} value={t.language} options={options} onChoose={handleChoose} />
  )
}
