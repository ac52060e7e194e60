import { useMemo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { languageNames } from '#kit/copy/language.ts'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { withDots } from '#shared/features/profile/birthday.ts'
import { instagramExample } from '#shared/features/profile/instagram.ts'
import { profileLimits } from '#shared/features/profile/rules.ts'
import styles from './EditProfile.module.css'
import { deviceTimeZone, timeZoneNames, zoneLabel } from './profile-form.ts'
import type { ProfileForm } from './use-profile-form.ts'

export function ProfileFields({ form }: { form: ProfileForm }) {
  const { field } = form
  const t = useCopy()
  return (
    <div className={styles.fields}>
      <TextField
        label={t('profile.name')}
        required
        autoComplete="given-name"
        maxLength={profileLimits.name}
        {...field('name')}
      />
      <TextField
        label={t('profile.lastName')}
        autoComplete="family-name"
        maxLength={profileLimits.lastName}
        {...field('last_name')}
      />
      <Birthday form={form} />
      <SelectField label={t('profile.gender')} {...field('gender')}>
        <option value="">{t('profile.gender.none')}</option>
        <option value="F">{t('profile.gender.female')}</option>
        <option value="M">{t('profile.gender.male')}</option>
      </SelectField>
      <TextField
        label={t('profile.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={t('profile.phone.hint')}
        {...field('phone')}
      />
      <TextField
        label={t('profile.instagram')}
        placeholder={instagramExample}
        autoCapitalize="none"
        spellCheck={false}
        {...field('instagram_id')}
      />
      <TextField
        label={t('profile.city')}
        autoComplete="address-level2"
        maxLength={profileLimits.city}
        {...field('city')}
      />
      <TimeZoneField {...field('timezone')} />
      <LanguageField form={form} />
      <Email form={form} />
    </div>
  )
}

function Birthday({ form: { field, change } }: { form: ProfileForm }) {
  const t = useCopy()
  return (
    <TextField
      label={t('profile.birthday')}
      hint={t('profile.birthday.hint')}
      placeholder={t('profile.birthday.shape')}
      inputMode="numeric"
      autoComplete="bday"
      {...field('birthday')}
      onChange={event => change('birthday', withDots(event.currentTarget.value))}
    />
  )
}

function LanguageField({ form: { field } }: { form: ProfileForm }) {
  const t = useCopy()
  const offered = site().site.domain.languages.map(({ code }) => code)
  if (offered.length < 2) return null
  return (
    <SelectField label={t('profile.language')} {...field('language_code')}>
      {offered.map(code => (
        <option key={code} value={code}>
          {languageNames[code]}
        </option>
      ))}
    </SelectField>
  )
}

/** A new e-mail requires the current password, so that an open session is not enough to take over the account. */
function Email({ form }: { form: ProfileForm }) {
  const t = useCopy()
  return (
    <>
      <TextField
        label={t('profile.email')}
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      {form.needsPassword && (
        <PasswordField
          label={t('profile.currentPassword')}
          hint={t('profile.currentPassword.hint')}
          required
          value={form.password}
          error={form.errorOf('current_password')}
          onChange={event => form.setPassword(event.currentTarget.value)}
        />
      )}
    </>
  )
}

type ZoneProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Offers the device's own zone if another one is chosen. */
function TimeZoneField({ value, onChange, ...field }: ZoneProps) {
  const t = useCopy()
  const device = deviceTimeZone()
  const zones = useMemo(() => timeZoneNames([value, device]), [value, device])
  return (
    <div className={styles.zone}>
      <SelectField
        label={t('profile.timezone')}
        hint={t('profile.timezone.hint')}
        value={value}
        onChange={onChange}
        {...field}
      >
        {zones.map(zone => (
          <option key={zone} value={zone}>
            {zoneLabel(zone, t.language)}
          </option>
        ))}
      </SelectField>
      {device !== value && (
        <Button look="secondary" icon="globe" onClick={() => onChange({ currentTarget: { value: device } })}>
          {t('profile.timezone.device', { zone: device.replaceAll('_', ' ') })}
        </Button>
      )}
    </div>
  )
}
