import { messageRefusals } from '#shared/features/chat/message-schemas.ts'
import type { Refusal } from '#shared/platform/contract.ts'

/** How the calls of homework and of its review say no. */
export const homeworkRefusals = {
  ...messageRefusals,
  homework_locked: {
    status: 409,
    text: { en: 'This homework is not open', ru: 'Это задание закрыто', es: 'Esta tarea no está abierta' },
  },
  homework_in_review: {
    status: 409,
    text: {
      en: 'This homework has already been sent and is being checked',
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
      en: 'Somebody else is checking this one',
      ru: 'Эту работу уже проверяет другой эксперт',
      es: 'Otra persona está revisando esta tarea',
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
      en: 'Write what to improve',
      ru: 'Напишите, что нужно исправить',
      es: 'Escribe qué hay que mejorar',
    },
  },
  too_many_points: {
    status: 422,
    text: {
      en: 'The homework does not give so many points',
      ru: 'За это задание не дают столько баллов',
      es: 'La tarea no da tantos puntos',
    },
  },
} satisfies Record<string, Refusal>
