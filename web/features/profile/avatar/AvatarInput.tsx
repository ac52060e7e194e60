import type { ChangeEvent, Ref } from 'react'

type Props = { ref: Ref<HTMLInputElement>; label: string; onChoose: (file: File) => void }

/** The device's own way to a picture, opened by a button beside it; the same picture may be chosen again. */
export function AvatarInput({ ref, label, onChoose }: Props) {
  const handleChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onChoose(file)
    event.target.value = ''
  }
  return <input ref={ref} type="file" hidden accept="image/*" aria-label={label} onChange={handleChosen} />
}
