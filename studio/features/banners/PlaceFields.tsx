import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { bannerTypes } from '#shared/features/banners/rules.ts'
import { bannerSlots, platforms } from '#shared/features/banners/slots.ts'
import styles from '#studio/platform/Screen.module.css'
import { pickFromLibrary } from '#studio/features/library/LibraryPicker.tsx'
import { WholeNumberField } from '#studio/platform/fields/WholeNumberField.tsx'
import type { BannerPart } from './banner-draft.ts'
import { placeText } from './banner-words.ts'

const toggled = <Item,>(chosen: readonly Item[], item: Item, isOn: boolean) =>
  isOn ? [...chosen, item] : chosen.filter(one => one !== item)

/** What kind of banner it is, where it leads, its picture, and from when until when it is shown. */
export function LinkFields({ draft, change, errorOf }: BannerPart) {
  const t = useCopy()
  return (
    <>
      <SelectField
        label={t('banners.type')}
        hint={t('banners.type.hint')}
        value={draft.type}
        onChange={event => change({ type: bannerTypes.find(type => type === event.target.value) ?? 'banner' })}
      >
        {bannerTypes.map(type => (
          <option key={type} value={type}>
            {t(`banners.type.${type}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('banners.link')}
        hint={t('banners.link.hint')}
        value={draft.link}
        maxLength={500}
        error={errorOf('link')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => change({ link: event.target.value }, 'link')}
      />
      <PictureChoice draft={draft} change={change} errorOf={errorOf} />
      <TextField
        type="datetime-local"
        label={t('banners.starts')}
        value={draft.starts}
        error={errorOf('starts_at')}
        onChange={event => change({ starts: event.target.value }, 'starts_at', 'ends_at')}
      />
      <TextField
        type="datetime-local"
        label={t('banners.ends')}
        value={draft.ends}
        error={errorOf('ends_at')}
        onChange={event => change({ ends: event.target.value }, 'ends_at')}
      />
    </>
  )
}

function PictureChoice({ draft, change, errorOf }: BannerPart) {
  const t = useCopy()
  const pick = async () => {
    const file = await pickFromLibrary('image')
    if (!file) return
    const preview = file.preview ?? ''
    change({ picture_id: file.id, image: { large: preview, medium: preview, small: preview } }, 'picture_id')
  }
  return (
    <FieldGroup label={t('banners.picture')} error={errorOf('picture_id')}>
      <span className={styles.line}>
        <Button look="secondary" onClick={() => void pick()}>
          {t(draft.picture_id === null ? 'banners.picture.choose' : 'banners.picture.another')}
        </Button>
        {draft.picture_id !== null && (
          <Button look="ghost" onClick={() => change({ picture_id: null, image: null }, 'picture_id')}>
            {t('banners.picture.remove')}
          </Button>
        )}
      </span>
    </FieldGroup>
  )
}

/** On which devices and at which places of them it stands, and in which order. */
export function PlaceFields({ draft, change, errorOf }: BannerPart) {
  const t = useCopy()
  return (
    <>
      <FieldGroup label={t('banners.platforms')} error={errorOf('platforms')}>
        {platforms.map(platform => (
          <Checkbox
            key={platform}
            label={t(`banners.platform.${platform}`)}
            checked={draft.platforms.includes(platform)}
            onChange={({ target }) =>
              change({ platforms: toggled(draft.platforms, platform, target.checked) }, 'platforms')
            }
          />
        ))}
      </FieldGroup>
      {(['desktop', 'mobile'] as const).map(layout => (
        <FieldGroup
          key={layout}
          label={t(`banners.places.${layout}`)}
          error={layout === 'desktop' ? errorOf('positionsIds') : undefined}
        >
          {bannerSlots
            .filter(({ platform }) => platform === layout)
            .map(({ code }) => (
              <Checkbox
                key={code}
                label={placeText(t, code)}
                checked={draft.positionsIds.includes(code)}
                onChange={({ target }) =>
                  change({ positionsIds: toggled(draft.positionsIds, code, target.checked) }, 'positionsIds')
                }
              />
            ))}
        </FieldGroup>
      ))}
      <WholeNumberField
        label={t('banners.sort')}
        hint={t('banners.sort.hint')}
        value={draft.sort}
        error={errorOf('sort')}
        onChange={sort => change({ sort }, 'sort')}
      />
    </>
  )
}
