import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import styles from '../Brand.module.css'

type Props = {
  label: string
  error?: string
  isRemovable: boolean
  value: unknown
  onChange: (value: string | null) => void
}

const mostBytes = 256 * 1024

async function asBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export function PictureField({ label, error, isRemovable, value, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const name = typeof value === 'string' && value ? value : undefined
  const { run, isBusy, errorOf } = useSubmit({
    check: (file: File) => (file.size > mostBytes ? { picture: [t('brand.picture.hint')] } : undefined),
    send: async (file: File) => {
      const { data } = await request('POST /studio/brand/pictures', { body: { data: await asBase64(file) } })
      onChange(data.name)
    },
    failed: t('brand.failed'),
    explain: thrown => ({ errors: { picture: [errorMessage(thrown, t('brand.failed'))] } }),
  })
  const problem = errorOf('picture') ?? error
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.picture}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      {name && <img src={brandAssetUrl(name)} alt="" />}
      <label className={styles.file} data-busy={isBusy || undefined}>
        {t('brand.picture.choose')}
        <input
          type="file"
          accept=".svg,.png,.webp"
          aria-describedby={`${id}-hint`}
          disabled={isBusy}
          onChange={event => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void run(file)
          }}
        />
      </label>
      {isRemovable && name && (
        <Button look="ghost" onClick={() => onChange(null)}>
          {t('brand.none')}
        </Button>
      )}
      <p id={`${id}-hint`} className={styles.muted}>
        {t('brand.picture.hint')}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
