import { useCopy } from '#kit/copy/copy.tsx'
import { fileKinds, fileStates } from '#shared/features/library/rules.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { Search } from '#studio/platform/fields/Search.tsx'
import type { LibraryFilter } from './data.ts'

/** The filter and the page in the address; another filter begins at the first page. */
export function useLibraryFilter() {
  const { get, getId, set } = useQueryState()
  const filter: LibraryFilter = {
    search: get('q'),
    kind: fileKinds.find(kind => kind === get('kind')),
    state: fileStates.find(state => state === get('state')),
    use: get('use') === 'unused' ? 'unused' : undefined,
  }
  const change = ({ search, ...rest }: Partial<LibraryFilter>) =>
    set({ ...rest, ...(search !== undefined && { q: search }), page: undefined })
  return { filter, page: getId('page') ?? 1, change }
}

type Props = {
  filter: LibraryFilter
  onChange: (change: Partial<LibraryFilter>) => void
}

/** Search by name, kind, state and whether a course uses it. */
export function Filters({ filter, onChange }: Props) {
  const t = useCopy()
  return (
    <>
      <Search label={t('library.search')} value={filter.search ?? ''} onChange={search => onChange({ search })} />
      <Picker
        label={t('library.filter.kind')}
        all={t('library.filter.kinds')}
        value={filter.kind}
        options={fileKinds.map(id => ({ id, label: t(`library.kinds.${id}`) }))}
        onChoose={kind => onChange({ kind })}
      />
      <Picker
        label={t('library.filter.state')}
        all={t('library.filter.states')}
        value={filter.state}
        options={fileStates.map(id => ({ id, label: t(`library.states.${id}`) }))}
        onChoose={state => onChange({ state })}
      />
      <Picker
        label={t('library.filter.use')}
        all={t('library.filter.uses')}
        value={filter.use}
        options={[{ id: 'unused' as const, label: t('library.filter.unused') }]}
        onChoose={use => onChange({ use })}
      />
    </>
  )
}
