import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { FieldError } from '#kit/ui/fields/Field.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { rate } from '../data.ts'
import styles from './Consultation.module.css'

const stars = [1, 2, 3, 4, 5] as const

/** Rates a consultation that has taken place, from one star to five. */
export function RatingForm({ consultation: { id } }: { consultation: OnlineConsultationWire }) {
  const t = useCopy()
  const [rating, setRating] = useState<number>()
  const [comment, setComment] = useState('')
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    check: () => (rating === undefined ? { rating: [t('video.rating.choose')] } : undefined),
    async send() {
      if (rating !== undefined) await rate(id, { rating, ...(comment.trim() && { comment: comment.trim() }) })
    },
    failed: t('video.rating.failed'),
  })
  const missing = rating === undefined ? errorOf('rating') : undefined
  return (
    <Card as="section" aria-labelledby="rating">
      <form ref={form} noValidate className={styles.part} onSubmit={handleSubmit}>
        <h2 id="rating">{t('video.rating.title')}</h2>
        <FailureNotice failure={failure} />
        <fieldset className={styles.stars} aria-describedby={missing && 'rating-error'}>
          <legend>{t('video.rating.label')}</legend>
          {stars.map(star => (
            <label key={star} className={styles.star} data-lit={(rating !== undefined && star <= rating) || undefined}>
              <input
                type="radio"
                name="rating"
                checked={star === rating}
                aria-label={t('video.rating.stars', { count: star })}
                onChange={() => setRating(star)}
              />
              <Icon name="star" />
            </label>
          ))}
        </fieldset>
        {missing && <FieldError id="rating-error">{missing}</FieldError>}
        <TextArea
          label={t('video.rating.comment')}
          hint={t('video.optional')}
          maxLength={500}
          value={comment}
          onChange={event => setComment(event.target.value)}
        />
        <Button type="submit" busy={isBusy} data-analytics="video_consultation_rate">
          {t('video.rating.send')}
        </Button>
      </form>
    </Card>
  )
}
