import { useEffect, useEffectEvent, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'

/** A photo from the device, or its own camera application on a phone. */
export function PhotoChoice({ onPhoto, onNone }: { onPhoto: (photo: File) => void; onNone: () => void }) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const tellNone = useEffectEvent(onNone)
  useEffect(() => {
    // React knows no event for a picker that was closed without a choice.
    const picker = input.current
    const tell = () => tellNone()
    picker?.addEventListener('cancel', tell)
    return () => picker?.removeEventListener('cancel', tell)
  }, [])
  const handleChange = () => {
    const photo = input.current?.files?.[0]
    if (photo?.size) onPhoto(photo)
    else onNone()
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" capture="user" hidden onChange={handleChange} />
      <Button look="secondary" onClick={() => input.current?.click()}>
        {t('homework.selfie.file')}
      </Button>
    </>
  )
}
