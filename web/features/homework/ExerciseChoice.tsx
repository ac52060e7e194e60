import { useId } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { controlClass, Field, fieldAria } from '#kit/ui/Field.tsx'

interface Props {
  exercises: readonly { id: number; title: string }[]
  chosen: number | undefined
  error: CopyKey | undefined
  onChoose: (id: number | undefined) => void
}

/** The exercise that the answer is about, of those that the homework's days have. */
export function ExerciseChoice({ exercises, chosen, error, onChoose }: Props) {
  const t = useCopy()
  const id = useId()
  const texts = { label: t('homework.form.exercise'), error: error && t(error) }
  return (
    <Field id={id} required {...texts}>
      <select
        {...fieldAria(id, texts)}
        className={controlClass}
        value={chosen ?? ''}
        onChange={event => onChoose(Number(event.currentTarget.value) || undefined)}
      >
        <option value="">{t('homework.form.exercise.none')}</option>
        {exercises.map(exercise => (
          <option key={exercise.id} value={exercise.id}>
            {exercise.title}
          </option>
        ))}
      </select>
    </Field>
  )
}
