import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/SelectField.tsx'

interface Props {
  exercises: readonly { id: number; title: string }[]
  chosen: number | undefined
  error: CopyKey | undefined
  onChoose: (id: number | undefined) => void
}

/** The exercise that the answer is about, of those that the homework's days have. */
export function ExerciseChoice({ exercises, chosen, error, onChoose }: Props) {
  const t = useCopy()
  return (
    <SelectField
      required
      label={t('homework.form.exercise')}
      error={error && t(error)}
      value={chosen ?? ''}
      onChange={event => onChoose(Number(event.currentTarget.value) || undefined)}
    >
      <option value="">{t('homework.form.exercise.none')}</option>
      {exercises.map(exercise => (
        <option key={exercise.id} value={exercise.id}>
          {exercise.title}
        </option>
      ))}
    </SelectField>
  )
}
