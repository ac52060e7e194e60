import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import type { StudioBrandWire } from '#shared/features/brands/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from './Brand.module.css'
import { BrandPreview } from './BrandPreview.tsx'
import { isSame, valueAt } from './brand-draft.ts'
import { BrandField } from './fields/BrandField.tsx'
import { ProblemsContext, useFieldName } from './fields/field-context.ts'
import { groupOf, groups, type Unit } from './schema-form.ts'
import { useBrand, useBrandDraft } from './use-brand-draft.ts'

/** `/admin/brand`: every field of the brand, with a preview. */
export function BrandScreen() {
  const t = useCopy()
  usePageTitle(t('brand.title'))
  const { data, error, refetch, isFetching } = useBrand()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.form} aria-busy>
        <HeadingSkeleton />
        <Skeleton height="3rem" />
        <Skeleton height="20rem" />
      </div>
    )
  return <Editor brand={data} />
}

type Draft = ReturnType<typeof useBrandDraft>

function Editor({ brand }: { brand: StudioBrandWire }) {
  const t = useCopy()
  const draft = useBrandDraft(brand)
  const { get, set } = useQueryState()
  const group = groups.find(name => name === get('part')) ?? 'look'
  const own = draft.units.filter(({ place }) => groupOf(place) === group)
  const label = (name: (typeof groups)[number]) => {
    const wrong = Object.keys(draft.problems).filter(place => groupOf(place) === name).length
    return wrong ? `${t(`brand.group.${name}`)} (${wrong})` : t(`brand.group.${name}`)
  }
  return (
    <ProblemsContext value={draft.problems}>
      <Head brand={brand} draft={draft} />
      <div className={styles.columns}>
        <Tabs
          label={t('brand.groups')}
          tabs={groups.map(id => ({ id, label: label(id) }))}
          selected={group}
          isWrapping
          onSelect={id => set({ part: id === 'look' ? undefined : id })}
        >
          <div className={styles.form}>
            {own.map(unit => (
              <UnitField key={unit.place} unit={unit} brand={brand} value={draft.value} onChange={draft.set} />
            ))}
          </div>
        </Tabs>
        <BrandPreview draft={draft.value} />
      </div>
      <SaveBar draft={draft} />
    </ProblemsContext>
  )
}

function Head({ brand, draft }: { brand: StudioBrandWire; draft: Draft }) {
  const t = useCopy()
  const moments = useMoments()
  const { updated_at: at, updated_by: by } = brand
  const date = at === null ? undefined : moments.date(at * 1000)
  return (
    <header className={styles.head}>
      <h1>{t('brand.title')}</h1>
      <p className={styles.muted}>{t('brand.lead')}</p>
      {date && (
        <p className={styles.muted}>
          {by ? t('brand.changedBy', { name: by.name, date }) : t('brand.changedAt', { date })}
        </p>
      )}
      {brand.set_aside.length > 0 && (
        <Notice
          tone="warn"
          title={t('brand.setAside')}
          action={
            <Button look="secondary" onClick={draft.takeUp}>
              {t('brand.setAside.take')}
            </Button>
          }
        >
          <ul>
            {brand.set_aside.map(({ place, reason }) => (
              <li key={place + reason}>
                {place}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {draft.hasConflict && (
        <Notice tone="warn" live>
          {t('brand.conflict')}
        </Notice>
      )}
    </header>
  )
}

function SaveBar({ draft }: { draft: Draft }) {
  const t = useCopy()
  const { count, problems, isBusy } = draft
  const wrong = Object.keys(problems).length
  const discard = async () => {
    if (await confirm({ title: t('brand.discard.ask'), yes: t('brand.discard'), no: t('ui.cancel'), danger: true }))
      draft.discard()
  }
  return (
    <div className={styles.bar} role="group" aria-label={t('brand.save')}>
      <p role="status">
        {count ? t('brand.unsaved', { count }) : t('brand.nothing')}
        {count > 0 && wrong > 0 && <span className={styles.problem}> · {t('brand.problems', { count: wrong })}</span>}
      </p>
      {count > 0 && (
        <Button look="ghost" onClick={() => void discard()}>
          {t('brand.discard')}
        </Button>
      )}
      <Button busy={isBusy} disabled={count === 0} onClick={draft.save}>
        {t('brand.save')}
      </Button>
    </div>
  )
}

type UnitFieldProps = {
  unit: Unit
  brand: StudioBrandWire
  value: unknown
  onChange: (place: string, value: unknown) => void
}

/** A field with a button to reset it to the value of the brand's file. */
function UnitField({ unit: { place, schema, isOptional }, brand, value, onChange }: UnitFieldProps) {
  const t = useCopy()
  const name = useFieldName(place)
  const [own, inFile] = [valueAt(value, place), valueAt(brand.file, place)]
  return (
    <div className={styles.unit}>
      <BrandField
        place={place}
        schema={schema}
        isOptional={isOptional}
        value={own}
        onChange={next => onChange(place, next)}
      />
      {!isSame(own, inFile) && (
        <IconButton
          icon="refresh"
          label={t('brand.reset', { field: name })}
          className={styles.reset}
          onClick={() => onChange(place, inFile ?? null)}
        />
      )}
    </div>
  )
}
