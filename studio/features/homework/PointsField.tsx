import { type RefObject, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Props = {
  ref: RefObject<HTMLInputElement | null>
  /** Undefined is the whole score. */
  points: number | undefined
  wholeScore: number
  error: string | undefined
  onChange: (points: number | undefined) => void
}

/** What was typed as points; nothing typed, or the whole score itself, is the whole score. */
function pointsOf(text: string, wholeScore: number): number | undefined {
  const points = Math.max(0, Math.floor(Number(text)))
  return text === '' || points === wholeScore || !Number.isFinite(points) ? undefined : points
}

/** The points of an approval; it may stand empty while it is being typed in. */
export function PointsField({ ref, points, wholeScore, error, onChange }: Props) {
  const t = useCopy()
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      ref={ref}
      label={t('desk.points')}
      hint={t('desk.points.hint', { points: wholeScore })}
      type="number"
      inputMode="numeric"
      min={0}
      max={wholeScore}
      value={typed ?? points ?? wholeScore}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(pointsOf(target.value, wholeScore))
      }}
      onFocus={({ target }) => target.select()}
      onBlur={() => setTyped(undefined)}
    />
  )
}
