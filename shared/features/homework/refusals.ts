import { messageRefusals } from '#shared/features/chat/message-schemas.ts'
import type { Refusal } from '#shared/platform/contract.ts'

/** The refusals of homework and its review. */
export const homeworkRefusals = {
  ...messageRefusals,
  homework_locked: {
    status: 409,
    text: { en: 'This homework is not open', ru: 'Это задание закрыто', es: 'Esta tarea no está abierta' },
  },
  homework_in_review: {
    status: 409,
    text: {
      en: 'This homework has already been submitted and is being reviewed',
      ru: 'Задание уже отправлено и проверяется',
      es: 'La tarea ya se envió y se está revisando',
    },
  },
  homework_passed: {
    status: 409,
    text: { en: 'This homework is already approved', ru: 'Задание уже принято', es: 'La tarea ya está aprobada' },
  },
  file_required: {
    status: 422,
    text: {
      en: 'To submit a homework, you must upload a file',
      ru: 'Чтобы отправить задание, загрузите файл',
      es: 'Para enviar la tarea debes subir un archivo',
    },
  },
  exercise_required: {
    status: 422,
    text: { en: 'Choose an exercise', ru: 'Выберите упражнение', es: 'Elige un ejercicio' },
  },
  review_taken: {
    status: 409,
    text: {
      en: 'Somebody else is reviewing this submission',
      ru: 'Эту работу уже проверяет другой эксперт',
      es: 'Otra persona está revisando esta entrega',
    },
  },
  review_done: {
    status: 409,
    text: {
      en: 'This submission has already been answered',
      ru: 'На эту работу уже ответили',
      es: 'Esta entrega ya tiene respuesta',
    },
  },
  review_replaced: {
    status: 409,
    text: {
      en: 'The learner has sent another version',
      ru: 'Ученик отправил другую версию',
      es: 'El alumno envió otra versión',
    },
  },
  comment_required: {
    status: 422,
    text: {
      en: 'Write what needs improving',
      ru: 'Напишите, что нужно исправить',
      es: 'Escribe qué hay que mejorar',
    },
  },
  too_many_points: {
    status: 422,
    text: {
      en: 'This is more points than the homework is worth',
      ru: 'Это больше баллов, чем даёт задание',
      es: 'Son más puntos de los que da la tarea',
    },
  },
  criteria_changed: {
    status: 409,
    text: {
      en: 'The criteria of this homework have changed in the meantime. Check them again.',
      ru: 'Критерии этого задания изменились, пока вы проверяли работу. Посмотрите их ещё раз.',
      es: 'Mientras tanto han cambiado los criterios de esta tarea. Vuelve a mirarlos.',
    },
  },
} satisfies Record<string, Refusal>
