import { useCopy } from '#kit/copy/copy.tsx'
import { isLanguage, languageNames, supportedLanguages } from '#kit/copy/language.ts'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { type SchoolDraft, withLanguage } from './school-draft.ts'

type Props = {
  draft: SchoolDraft
  error: string | undefined
  onChange: (change: (before: SchoolDraft) => SchoolDraft) => void
}

/** The languages that learners may choose, and the one that they see first. */
export function LanguageFields({ draft, error, onChange }: Props) {
  const t = useCopy()
  return (
    <>
      <FieldGroup label={t('setup.languages')} error={error}>
        {supportedLanguages.map(code => (
          <Checkbox
            key={code}
            label={languageNames[code]}
            checked={draft.languages.includes(code)}
            onChange={({ target }) => onChange(before => withLanguage(before, code, target.checked))}
          />
        ))}
      </FieldGroup>
      {draft.languages.length > 1 && (
        <SelectField
          label={t('setup.defaultLanguage')}
          value={draft.defaultLanguage}
          onChange={({ target: { value } }) => {
            if (isLanguage(value)) onChange(before => ({ ...before, defaultLanguage: value }))
          }}
        >
          {draft.languages.map(code => (
            <option key={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

/** The zone of the administrator, and of whoever they add. */
export function ZoneField({ draft: { timezone }, error, onChange }: Props) {
  const t = useCopy()
  return (
    <SelectField
      label={t('setup.timezone')}
      hint={t('setup.timezone.hint')}
      value={timezone}
      error={error}
      onChange={({ target }) => onChange(before => ({ ...before, timezone: target.value }))}
    >
      {[...new Set([...zones, timezone])].map(zone => (
        <option key={zone}>{zone}</option>
      ))}
    </SelectField>
  )
}
